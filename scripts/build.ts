import { buildReferenceIfStale } from './api/build-reference.ts'
import { buildWebIfStale } from './web/build-web.ts'

// `npm run build`: the web app, compressed, and the API reference, as `npm start` would build them. Where the server may write nothing below its own
// folder, this is part of the installation (docs/operating.md 1).

await Promise.all([buildWebIfStale(), buildReferenceIfStale()])
await import('./web/compress-web.ts')
