import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tool.ts'

/**
 * Folders whose suites test the engine: policies, grants and triggers; threats and money through the whole server;
 * transactions, pipelines, notifications and jobs.
 */
const folders = [
  'db',
  'server/tests',
  'server/platform/database',
  'server/platform/jobs',
  'server/platform/limits',
  'server/platform/live',
  'server/platform/pipeline',
]

/** Suites elsewhere: about one engine, or with concurrent calls, which wait for each other on PGlite's one connection. */
const namesEngine = /TEST_DATABASE_URL|Promise\.all(Settled)?\(/

/** They start servers and processes with their own embedded database. */
const bringsDatabase = /\bDATA_DIR\b|openDatabaseFolder\(/

/** Run on a Postgres server as well as on PGlite (CONTRIBUTING.md "Which engine"). */
export function engineSuites(): string[] {
  return globSync('{conformance,db,scripts,server,testing}/**/*.test.ts', { cwd: root })
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      if (/TEST_DATABASE_URL/.test(text)) return true
      if (bringsDatabase.test(text)) return false
      return folders.some((folder) => file.startsWith(`${folder}/`)) || namesEngine.test(text)
    })
    .sort()
}
