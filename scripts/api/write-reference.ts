import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { actions } from '#server/features.ts'
import { readAnswerSchemas } from './answer-schemas.ts'
import { readFunctionDocs } from './function-docs.ts'
import { type DeclaredAction, describeApi } from './open-api.ts'

// `node scripts/api/write-reference.ts FILE` writes the OpenAPI document; scripts/api/build-reference.ts runs it.

const [, , file = ''] = process.argv
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const document = describeApi({
  version,
  actions: actions as unknown as readonly DeclaredAction[],
  docs: readFunctionDocs(),
  answers: readAnswerSchemas(),
})
mkdirSync(dirname(file), { recursive: true })
// a server that starts meanwhile reads the old document or the new one, never a half
writeFileSync(`${file}.new`, JSON.stringify(document))
renameSync(`${file}.new`, file)
