import { readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { webFolder } from './build-web.ts'

/*
 * Puts a `.br` beside every built text file that has none; the server sends it to browsers that accept it
 * (server/platform/http/web-assets.ts). Takes longer than the build: a start does it beside serving.
 */
const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
const known = new Set(files)
const missing = files.filter((file) => /\.(?:js|css|svg)$/.test(file) && !known.has(`${file}.br`))
await Promise.all(
  missing.map(async (file) => {
    const path = join(webFolder, file)
    const small = await promisify(brotliCompress)(await readFile(path))
    // whole or not at all, since the server may look at any moment
    await writeFile(`${path}.br.part`, small)
    await rename(`${path}.br.part`, `${path}.br`)
  }),
)
