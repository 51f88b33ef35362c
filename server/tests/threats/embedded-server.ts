import { startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'

// The server as `npm start` runs it, without the web app's files.

const none = async () => new Response('not part of this', { status: 404 })
await startServer(readConfig(process.env), { web: async () => ({ page: none, file: async () => null }) })
process.stdout.write('listening\n')
