import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { askServer, controlPath, serveControl } from './control.ts'

const folder = mkdtempSync(join(tmpdir(), 'carefold-control-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a server executes a command from its own account, or reports why not', async () => {
  expect(await askServer(folder, { copyDatabaseTo: '/nowhere' })).toBe(false)
  // left by a killed server
  writeFileSync(controlPath(folder) ?? '', '')
  const asked: string[] = []
  const stop = await serveControl(folder, async ({ copyDatabaseTo }) => {
    asked.push(copyDatabaseTo)
    if (copyDatabaseTo === '/full') throw new Error('no space left')
  })
  expect(statSync(controlPath(folder) ?? '').mode & 0o077).toBe(0)
  expect(await askServer(folder, { copyDatabaseTo: '/backups/1' })).toBe(true)
  await expect(askServer(folder, { copyDatabaseTo: '/full' })).rejects.toThrow('no space left')
  expect(asked).toEqual(['/backups/1', '/full'])
  await stop()
  expect(await askServer(folder, { copyDatabaseTo: '/backups/2' })).toBe(false)
})
