import { buildReferenceIfStale } from './api/build-reference.ts'
import { buildWebIfStale } from './web/build-web.ts'

// `npm run build`: builds and compresses the web app and the API reference, for installations where the server may not
// write below its own folder (docs/operating.md 1).

await Promise.all([buildWebIfStale(), buildReferenceIfStale()])
await import('./web/compress-web.ts')
