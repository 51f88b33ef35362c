import { seedDemo } from '#db/seed/demo.ts'
import { startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config.ts'

const t0 = performance.now()
const t = (l: string) => console.log(l, ((performance.now() - t0) / 1000).toFixed(2))
const config = readConfig({ PORT: '3298', DATA_DIR: '/tmp/lead/zz' })
const server = await startServer(config, {
  web: async () => ({ page: async () => new Response(''), file: async () => null }),
})
t('started')
let n = 0
const stage = {
  ...server,
  settle: async () => {
    const a = performance.now()
    await server.settle()
    console.log('  settle', ++n, (performance.now() - a).toFixed(0))
  },
  submit: async (url: string, fields: Record<string, string>) => {
    const a = performance.now()
    const r = await server.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
    console.log('  submit', r.status, (performance.now() - a).toFixed(0))
    return r
  },
}
await seedDemo(stage)
t('seeded')
await server.stop()
t('stopped')
