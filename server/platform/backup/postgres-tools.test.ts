import { expect, it } from 'vitest'
import { connectionEnv, runPostgresTool } from './postgres-tools.ts'

it('passes a connection string to Postgres’ programs through their environment', () => {
  expect(
    connectionEnv('postgres://carefold_backup:p%40ss@db.example:6432/carefold?sslmode=verify-full'),
  ).toEqual({
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'carefold_backup',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'carefold',
    PGSSLMODE: 'verify-full',
  })
  expect(connectionEnv('postgres:///postgres?host=/var/run/postgresql')).toEqual({
    PGHOST: '/var/run/postgresql',
    PGDATABASE: 'postgres',
  })
  expect(() => connectionEnv('postgres://db/carefold?options=-c')).toThrow('"options"')
})

it('reports a missing program in one line', async () => {
  await expect(runPostgresTool('pg_dump', [], 'postgres://127.0.0.1:1/none', '/nowhere')).rejects.toThrow(
    /^pg_dump was not found: install/,
  )
})
