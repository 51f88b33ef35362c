import { expect, test, vi } from 'vitest'
import { type ChunkPage, loadChunk } from './load-chunk.ts'

const url = 'http://carefold.test/assets/plans-1.js'
const gone = () => new TypeError(`Failed to fetch dynamically imported module: ${url}`)

function aPage(changes: Partial<ChunkPage> = {}): ChunkPage {
  return {
    connection: { whenOnline: async () => {}, check: async () => 'online' },
    isNewVersionServed: async () => false,
    reloadOnce: () => true,
    importAgain: async () => {
      throw gone()
    },
    wait: async () => {},
    ...changes,
  }
}

test('requests a failed chunk again under another URL', async () => {
  const load = vi.fn().mockRejectedValue(gone())
  const importAgain = vi.fn().mockRejectedValueOnce(gone()).mockResolvedValue('the page')
  expect(await loadChunk(load, aPage({ importAgain }))).toBe('the page')
  expect(importAgain.mock.calls).toEqual([
    [url, 1],
    [url, 2],
  ])
})

test('repeats the import if the browser does not name the file', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
  load.mockResolvedValue('the page')
  expect(await loadChunk(load, aPage())).toBe('the page')
})

test('waits without a connection, however often it fails', async () => {
  const whenOnline = vi.fn(async () => {})
  const check = vi.fn(async () => 'offline' as const)
  const importAgain = vi.fn()
  for (let i = 0; i < 4; i++) importAgain.mockRejectedValueOnce(gone())
  importAgain.mockResolvedValue('the page')
  const page = aPage({ connection: { whenOnline, check }, importAgain })
  expect(await loadChunk(() => Promise.reject(gone()), page)).toBe('the page')
  expect(whenOnline).toHaveBeenCalledTimes(6)
})

test('reloads the page once after a deploy', async () => {
  const reloadOnce = vi.fn().mockReturnValueOnce(true).mockReturnValue(false)
  const page = aPage({ isNewVersionServed: async () => true, reloadOnce })
  const load = () => Promise.reject(gone())
  const first = await Promise.race([
    loadChunk(load, page),
    new Promise((done) => setTimeout(done, 20, 'reloading')),
  ])
  expect(first).toBe('reloading')
  await expect(loadChunk(load, page)).rejects.toThrow('dynamically imported')
  expect(reloadOnce).toHaveBeenCalledTimes(2)
})

test('reports a missing chunk after three attempts', async () => {
  const importAgain = vi.fn().mockRejectedValue(gone())
  const page = aPage({ importAgain, reloadOnce: () => false })
  await expect(loadChunk(() => Promise.reject(gone()), page)).rejects.toThrow(url)
  expect(importAgain).toHaveBeenCalledTimes(2)
})

test('throws a defect of the chunk itself at once', async () => {
  const load = vi.fn().mockRejectedValue(new ReferenceError('x is not defined'))
  await expect(loadChunk(load, aPage())).rejects.toThrow('x is not defined')
  expect(load).toHaveBeenCalledTimes(1)
})
