// Limits by person, and on refused uploads (docs/threats.md T89).
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { maxUnusedFiles } from '#domain/files/files.ts'
import { openTestServer, type ServerAnswer } from '#server/tests/threats/test-server.ts'
import { aClinic, aSignedInPerson, type Person } from '#testing/sign-in/people.ts'
import { announce, fileIdOf, sendPiece, upload } from '#testing/uploads.ts'

let ada: Person
const test = await openTestServer()
const clinic = await aClinic(test.db)
beforeEach(async () => {
  ada = await aSignedInPerson(test.db)
})
afterAll(() => test.close())

const avatarOf = async (person: Person) => ({ token: await test.tokenOf(person), kind: 'avatar' as const })
const codeOf = ({ status, text }: ServerAnswer) =>
  status < 300 ? status : `${status} ${JSON.parse(text).code}`
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const noPicture = '<html></html>'

async function leave(person: Person, units: number): Promise<void> {
  await test.db.asOwner(
    `insert into auth.rate_buckets (key, tokens, allowed, refilled_at) values ($1, $2, true, now())
     on conflict (key) do update set tokens = excluded.tokens, refilled_at = excluded.refilled_at`,
    [`refused-uploads:${person.userId}`, units],
  )
}

describe('an account with an unconfirmed address', () => {
  it('creates no uploads and sends no pieces, with or without a clinic', async () => {
    const eve = await aSignedInPerson(test.db, { confirmed: false })
    const own = await avatarOf(eve)
    expect(codeOf(await announce(test, { ...own, length: 9 }))).toBe('403 email_not_confirmed')
    expect(codeOf(await upload(test, own, picture))).toBe('403 email_not_confirmed')
    expect(codeOf(await upload(test, { ...own, kind: 'logo', clinic }, picture))).toBe(
      '403 email_not_confirmed',
    )
  })

  it('neither continues nor finishes its earlier uploads', async () => {
    const own = await avatarOf(ada)
    const created = await announce(test, { ...own, length: picture.length })
    await test.db.asOwner('update auth.users set email_confirmed_at = null where id = $1', [ada.userId])
    const location = created.headers.get('location') ?? ''
    const sent = await sendPiece(test, own, location, 0, Uint8Array.from(Buffer.from(picture)))
    expect(codeOf(sent)).toBe('403 email_not_confirmed')
    const asked = await test.ask(location, {
      method: 'HEAD',
      token: own.token,
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(asked.status).toBe(403)
  })
})

describe('refused uploads', () => {
  it('take a unit each of their person’s budget, and accepted ones take none', async () => {
    const own = await avatarOf(ada)
    await leave(ada, 2.5)
    expect(codeOf(await upload(test, own, noPicture))).toBe('415 file_picture_refused')
    for (let time = 0; time < 3; time += 1) fileIdOf(await upload(test, own, picture))
    expect(codeOf(await upload(test, own, noPicture))).toBe('415 file_picture_refused')
    const refused = await upload(test, own, picture)
    expect(codeOf(refused)).toBe('429 rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('leave the budgets of others unchanged', async () => {
    await leave(ada, 0)
    expect(codeOf(await announce(test, { ...(await avatarOf(ada)), length: 9 }))).toBe('429 rate_limited')
    fileIdOf(await upload(test, await avatarOf(await aSignedInPerson(test.db)), picture))
  })

  it('are checked up to the budget when many finish at once, and the others wait', async () => {
    const own = await avatarOf(ada)
    const announced = await Promise.all(
      Array.from({ length: 12 }, () => announce(test, { ...own, length: noPicture.length })),
    )
    await leave(ada, 4.5)
    const bytes = Uint8Array.from(Buffer.from(noPicture))
    const answers = await Promise.all(
      announced.map(({ headers }) => sendPiece(test, own, headers.get('location') ?? '', 0, bytes)),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === '415 file_picture_refused')).toHaveLength(4)
    expect(codes.filter((code) => code === '429 rate_limited')).toHaveLength(8)
    const [left] = await test.db.asOwner<{ files: number }>(
      'select count(*)::int as files from files where owner_id = $1',
      [ada.userId],
    )
    expect(left?.files).toBe(8)
  })
})

it(`accepts exactly ${maxUnusedFiles} of twice as many uploads created at once`, async () => {
  const own = await avatarOf(ada)
  const answers = await Promise.all(
    Array.from({ length: 2 * maxUnusedFiles }, () => announce(test, { ...own, length: 9 })),
  )
  const codes = answers.map(codeOf)
  expect(codes.filter((code) => code === 201)).toHaveLength(maxUnusedFiles)
  expect(codes.filter((code) => code === '409 files_waiting')).toHaveLength(maxUnusedFiles)
})
