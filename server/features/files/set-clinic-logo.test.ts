import { expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const token = await test.tokenOf(clinic.admin)

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
const aLogo = async () => fileIdOf(await upload(test, { token, clinic, kind: 'logo' }, svg))
const use = async (fileId: string | null, by = token) => {
  const { status, text } = await test.ask('/functions/v1/set-clinic-logo', {
    method: 'POST',
    token: by,
    clinic,
    body: { fileId },
  })
  return status === 200 ? 'ok' : JSON.parse(text).code
}

it('is public while it is in use, until it is replaced', async () => {
  const [first, second] = [await aLogo(), await aLogo()]
  expect((await test.ask(`/files/v1/${first}`)).status).toBe(404)
  expect(await use(first)).toBe('ok')
  const seen = await test.ask(`/files/v1/${first}`)
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
    200,
    // Outlook for Windows shows no WebP in mails
    'image/png',
    'public, max-age=300',
  ])
  expect(seen.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await use(second)).toBe('ok')
  expect([
    (await test.ask(`/files/v1/${first}`)).status,
    (await test.ask(`/files/v1/${second}`)).status,
  ]).toEqual([404, 200])
  expect(await use(null)).toBe('ok')
  expect((await test.ask(`/files/v1/${second}`)).status).toBe(404)
})
