import sys

from swift.common.ring import RingBuilder

for part, port in (('account', 6202), ('container', 6201), ('object', 6200)):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=port, device='disk', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{part}.ring.gz')
