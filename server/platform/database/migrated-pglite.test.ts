import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureMigratedDump, openMigratedPGlite } from './migrated-pglite.ts'
import { migrate, ownerOfPGlite, readMigrations } from './migrations.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-dump-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the dump of a migrated database', () => {
  it('is made once by concurrent processes, private to this account, and reused', async () => {
    const paths = await Promise.all([ensureMigratedDump(folder), ensureMigratedDump(folder)])
    expect(new Set(paths).size).toBe(1)
    const [path = ''] = paths
    const made = statSync(path)
    expect(made.mode & 0o777).toBe(0o600)
    expect(await ensureMigratedDump(folder)).toBe(path)
    expect(statSync(path)).toMatchObject({ ino: made.ino, mtimeMs: made.mtimeMs })
    // neither a lock nor a partial file remains
    expect(readdirSync(folder)).toHaveLength(1)
  }, 60_000)

  it.runIf(process.getuid?.() === 0)('is not read from a folder of another account', async () => {
    const path = await ensureMigratedDump(folder)
    chmodSync(folder, 0o777)
    chownSync(folder, 12345, 12345)
    await expect(ensureMigratedDump(folder)).rejects.toThrow('belongs to another account')
    expect(readFileSync(path).length).toBeGreaterThan(0)
    chownSync(folder, 0, 0)
  })
})

it('opens with every migration applied, as the login role', async () => {
  const { pglite } = await openMigratedPGlite()
  await expect(pglite.query('select * from migrations.applied')).rejects.toThrow('permission denied')
  await pglite.exec('set session authorization postgres')
  const { rows } = await pglite.query<{ name: string }>('select name from migrations.applied order by name')
  expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
  expect(await migrate(ownerOfPGlite(pglite))).toEqual([])
  await pglite.close()
})
