import { startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'

// Started as by `npm start`, without the web app's files.

const none = async () => new Response('not part of this', { status: 404 })
const web = async () => ({ page: none, file: async () => null })
stopOnSignals(await startServer(readConfig(process.env), { web }))
process.stdout.write('listening\n')
