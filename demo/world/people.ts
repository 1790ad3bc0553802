import { Chance } from './chance.ts';

/** Common names of France and of its people's families. No combination is meant to be anybody. */
const givenNames =
  'Amina Camille Youssef Léa Mamadou Inès Étienne Linh Karim Sofia João Fatoumata Hugo Priya Anaïs Ibrahim Gwenaëlle Wei Nadia Olivier Aïssatou Théo Samira Bastien Ngozi Élodie Rachid Margaux Tomasz Yasmine Jérôme Mariama Noémie Farid Chloé Sékou Agnès Minh Leïla Maxime Awa Benoît Soraya Lucas Rokhaya Clément Zineb Raphaël Thi-Mai Yannick Salomé Adama Pauline Nabil Estelle Ousmane Justine Mehdi Colette Idriss'.split(
    ' ',
  );
const familyNames =
  'Diallo|Lefèvre|Benali|Nguyen|Moreau|Haddad|Da Silva|Traoré|Rousseau|Kowalski|Chevalier|Ben Youssef|Garnier|Mbaye|Perrin|Le Goff|Fontaine|Bouaziz|Marchetti|Okonkwo|Schneider|Delaunay|Cissé|Rahmani|Petit|Tran|Vasseur|Sow|Ferreira|Meunier|Belkacem|Renaud|Koné|Dupuis|Zeroual|Carpentier|Sharma|Lemaire|Ndiaye|Guérin|Amrani|Blanchard|Camara|Rivière|Pham|Morvan|Touré|Barbier|Saïdi|Colin'.split(
    '|',
  );

const trades: Record<string, readonly string[]> = {
  electrician: ['Électricité', 'Courant Clair', 'Installations électriques'],
  plumber: ['Plomberie', 'Eau et Chauffage', 'Sanitaires'],
  roofer: ['Couverture', 'Toits et Charpentes'],
  'gas-fitter': ['Gaz et Chaudières', 'Thermique'],
  locksmith: ['Serrurerie', 'Clés et Serrures'],
  cleaning: ['Nettoyage', 'Maison Nette'],
  'private-tutor': ['Cours particuliers', 'Soutien scolaire'],
  'home-care': ['Aide à domicile', 'Présence et Soins'],
  childcare: ['Garde d’enfants', 'Accueil familial'],
  nursery: ['Crèche', 'Jardin d’éveil'],
};

const cities = {
  Paris: { latitude: 48.8566, longitude: 2.3522, streets: ['rue des Lilas', 'rue du Canal', 'avenue des Tilleuls'] },
  Lyon: { latitude: 45.764, longitude: 4.8357, streets: ['rue des Tisseurs', 'quai des Platanes', 'montée du Fort'] },
} as const;
export type City = keyof typeof cities;

export type Identity = { givenName: string; familyName: string; email: string; phone: string; address: string };

/** The `index`th person of a world; no two have the same name, address or contact. */
export function peopleOf(seed: string): (index: number) => Identity {
  const chance = new Chance(`people ${seed}`);
  const [given, family] = [chance.shuffled(givenNames), chance.shuffled(familyNames)];
  return (index) => {
    const givenName = given[index % given.length] ?? '';
    const familyName = family[(index + Math.floor(index / given.length) * 7) % family.length] ?? '';
    const mailbox = `${givenName}.${familyName}.${index}`.normalize('NFD').replace(/[^\w.]/g, '');
    return {
      givenName,
      familyName,
      email: `${mailbox.toLowerCase()}@example.org`,
      // Of the numbers that Arcep keeps for films.
      phone: `+33639980${String(index).padStart(3, '0')}`,
      address: `198.18.${index % 256}.${1 + Math.floor(index / 256)}`,
    };
  };
}

export type Business = { displayName: string; summary: string; place: Place };
export type Place = { latitude: number; longitude: number; addressLabel: string };

export function businessOf(seed: string, index: number, owner: Identity, category: string, city: City): Business {
  const chance = new Chance(`business ${seed} ${index}`);
  const names = trades[category] ?? [category];
  const trade = names[chance.below(names.length)] ?? category;
  const { latitude, longitude, streets } = cities[city];
  const near = (centre: number) => Number((centre + (chance.next() - 0.5) * 0.06).toFixed(5));
  const place = { latitude: near(latitude), longitude: near(longitude) };
  const street = `${1 + chance.below(90)} ${streets[chance.below(streets.length)]}`;
  const years = 2 + chance.below(25);
  return {
    displayName: `${trade} ${owner.familyName} ${city}`,
    summary: `${trade} à ${city} et alentour, depuis ${years} ans. Devis écrit avant chaque intervention.`,
    place: { ...place, addressLabel: street },
  };
}
