// The benchmarks' server on a machine whose clock is wrong.

import '#testing/shifted-clock.ts'

await import('../machine/carefold-server.ts')
