import { readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { webFolder } from './build-web.ts'

/*
 * Writes a `.br` beside every built text file that lacks one (server/platform/http/web-assets.ts). Takes longer than the
 * build, so `npm start` runs it while already serving.
 */
const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
const known = new Set(files)
const missing = files.filter((file) => /\.(?:js|css|svg)$/.test(file) && !known.has(`${file}.br`))
await Promise.all(
  missing.map(async (file) => {
    const path = join(webFolder, file)
    const small = await promisify(brotliCompress)(await readFile(path))
    // atomic, since the server may read at any moment
    await writeFile(`${path}.br.part`, small)
    await rename(`${path}.br.part`, `${path}.br`)
  }),
)
