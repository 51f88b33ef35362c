import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestBucket } from '#testing/database/s3.ts'
import { folderStore } from './folder-store.ts'
import { newObjectName, ObjectMissing, type ObjectStore } from './object-store.ts'
import { s3Store } from './s3-store.ts'

const stores: Record<string, ObjectStore> = {}
const folder = await mkdtemp(join(tmpdir(), 'carefold-store-'))
const bucket = await openTestBucket()
stores.folder = folderStore(folder)
stores.S3 = s3Store(bucket.settings)
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function* chunks(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
async function all(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}
async function namesIn(store: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names
}

describe.each(['folder', 'S3'])('%s', (home) => {
  const store = () => stores[home] as ObjectStore

  it('returns a stored object, whole and in part', async () => {
    const name = newObjectName()
    expect(await store().put(name, chunks('hello ', 'world'))).toBe(11)
    expect(await all(store().read(name, { start: 0, end: 10 }))).toBe('hello world')
    expect(await all(store().read(name, { start: 4, end: 6 }))).toBe('o w')
    expect(await all(store().read(name, { start: 10, end: 10 }))).toBe('d')
  })

  it('lists an object with its size and time until it is removed, and accepts a second removal', async () => {
    const name = newObjectName()
    await store().put(name, chunks('12345'))
    for await (const object of store().list()) {
      if (object.name !== name) continue
      expect(object.bytes).toBe(5)
      expect(Math.abs(object.storedAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
    expect(await namesIn(store())).toContain(name)
    await store().remove(name)
    await store().remove(name)
    expect(await namesIn(store())).not.toContain(name)
    await expect(all(store().read(name, { start: 0, end: 4 }))).rejects.toThrow(ObjectMissing)
  })

  it('stores nothing of an object whose bytes break off', async () => {
    const name = newObjectName()
    const broken = (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })()
    await expect(store().put(name, broken)).rejects.toThrow('connection lost')
    await expect(all(store().read(name, { start: 0, end: 3 }))).rejects.toThrow(ObjectMissing)
    expect(await namesIn(store())).not.toContain(name)
  })

  it('refuses a name that could be a path', async () => {
    for (const name of ['../x', 'ab/../../etc/passwd', '', 'ab', `${newObjectName()}/x`]) {
      await expect(store().put(name, chunks('x'))).rejects.toThrow('not the name')
      await expect(all(store().read(name, { start: 0, end: 1 }))).rejects.toThrow('not the name')
    }
  })

  it('lists more objects than one answer of a store holds', async () => {
    const names = Array.from({ length: home === 'S3' ? 1_005 : 20 }, newObjectName)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store().put(name, chunks('x'))))
    expect(await namesIn(store())).toEqual(expect.arrayContaining(names))
  }, 60_000)
})

it('a folder’s objects are readable by the server’s account only, and partial files of a crash are removed', async () => {
  const store = stores.folder as ObjectStore
  const name = newObjectName()
  await store.put(name, chunks('x'))
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  const part = join(folder, `${name}.0.part`)
  await writeFile(part, 'half')
  await namesIn(store)
  expect(await readdir(join(folder, name.slice(0, 2)))).toContain(part.split('/').at(-1))
  const old = new Date(Date.now() - 2 * 3_600_000)
  await utimes(part, old, old)
  await namesIn(store)
  expect(await readdir(join(folder, name.slice(0, 2)))).not.toContain(part.split('/').at(-1))
})
