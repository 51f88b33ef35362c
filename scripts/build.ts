import { buildWebIfStale } from './web/build-web.ts'

// `npm run build`: the web app, compressed, as `npm start` would build it. Where the server may write nothing below its own
// folder, this is part of the installation (docs/operating.md 1).

await buildWebIfStale()
await import('./web/compress-web.ts')
