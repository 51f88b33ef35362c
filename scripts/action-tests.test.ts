import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const server = fileURLToPath(new URL('../server/', import.meta.url))

/** The files of the actions that `server/features.ts` lists, without their ending: `features/plans/save-plan`. */
function actionFiles(): string[] {
  const text = readFileSync(`${server}features.ts`, 'utf8')
  const [, list = ''] = text.match(/export const actions = \[([^\]]*)\]/) ?? []
  const names = list.match(/\w+/g) ?? []
  return names.map((name) => {
    const [, file] = text.match(new RegExp(`import {[^}]*\\b${name}\\b[^}]*} from '\\./([^']+)\\.ts'`)) ?? []
    return file ?? name
  })
}

it('every action has a test of its name beside it', () => {
  const files = actionFiles()
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !existsSync(`${server}${file}.ts`))).toEqual([])
  expect(files.filter((file) => !existsSync(`${server}${file}.test.ts`))).toEqual([])
})
