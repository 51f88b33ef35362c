import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const features = fileURLToPath(new URL('../../server/features/', import.meta.url))

function actionFiles(): string[] {
  return readdirSync(features).flatMap((folder) => {
    const text = readFileSync(`${features}${folder}/index.ts`, 'utf8')
    const [, list = ''] = text.match(/actions: \[([^\]]*)\]/) ?? []
    return (list.match(/\w+/g) ?? []).map((name) => {
      const [, file] =
        text.match(new RegExp(`import {[^}]*\\b${name}\\b[^}]*} from '\\./([^']+)\\.ts'`)) ?? []
      return `${folder}/${file ?? name}`
    })
  })
}

it('every action has a test of its name beside it', () => {
  const files = actionFiles()
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => !existsSync(`${features}${file}.ts`))).toEqual([])
  expect(files.filter((file) => !existsSync(`${features}${file}.test.ts`))).toEqual([])
})
