if (navigator.clipboard) {
  const french = document.documentElement.lang === 'fr';
  for (const block of document.querySelectorAll('.copy')) {
    const text = block.textContent;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = french ? 'Copier' : 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = french ? 'Copié' : 'Copied';
    });
    block.append(button);
  }
}
