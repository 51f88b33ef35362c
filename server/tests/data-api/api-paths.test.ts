import { afterAll, expect, it } from 'vitest'
import { openTestServer } from '#server/tests/threats/test-server.ts'

const server = await openTestServer()
afterAll(() => server.close())

const prefixes = ['auth/v1', 'rest/v1', 'functions/v1', 'files/v1', 'live/v1', 'reads/v1', 'hooks', 'dev']

it.each(
  prefixes.flatMap((prefix) => [
    `//${prefix}/settings`,
    `///${prefix}/settings`,
    `/${prefix.replace('/', '//')}//settings`,
    `/${prefix}/no/such/path`,
  ]),
)('%s is no page: 404, not HTML', async (path) => {
  const { status, text, headers } = await server.ask(path)
  expect(status).toBe(404)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(text).not.toContain('<')
})
