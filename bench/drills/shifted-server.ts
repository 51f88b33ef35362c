// The benchmarks' server with a shifted clock.

import '#testing/shifted-clock.ts'

await import('../machine/carefold-server.ts')
