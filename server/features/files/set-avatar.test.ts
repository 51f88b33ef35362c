import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aSignedInPerson } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const test = await setUpServer()
const person = await aSignedInPerson(test.db)
const token = await test.tokenOf(person)

async function aPicture(): Promise<string> {
  const background = `#${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer()
  return fileIdOf(await upload(test, { token, kind: 'avatar' }, bytes))
}
async function use(fileId: string | null) {
  const { status, text } = await test.ask('/functions/v1/set-avatar', {
    method: 'POST',
    token,
    body: { fileId },
  })
  return status === 200 ? 'ok' : JSON.parse(text).code
}
const avatars = async () =>
  (
    await test.db.asOwner<{ id: string }>(
      `select id from files where owner_id = $1 and kind = 'avatar' and attached_at is not null`,
      [person.userId],
    )
  ).map(({ id }) => id)

describe('set-avatar', () => {
  it('replaces the previous avatar and removes its bytes', async () => {
    const [first, second] = [await aPicture(), await aPicture()]
    expect([await use(first), await use(second)]).toEqual(['ok', 'ok'])
    expect(await avatars()).toEqual([second])
    expect((await test.ask(`/files/v1/${first}`, { token })).status).toBe(404)
    await test.services.jobs.drain()
    const objects: string[] = []
    for await (const { name } of test.services.files.store.list()) objects.push(name)
    expect(objects).toHaveLength(1)
  })

  it('leaves one of several set at once', async () => {
    const pictures = [await aPicture(), await aPicture(), await aPicture()]
    expect(await Promise.all(pictures.map(use))).toEqual(['ok', 'ok', 'ok'])
    expect(await avatars()).toHaveLength(1)
  })

  it('uses a picture once, and removes it', async () => {
    const picture = await aPicture()
    expect([await use(picture), await use(picture)]).toEqual(['ok', 'not_found'])
    expect([await use(null), await use(null)]).toEqual(['ok', 'ok'])
    expect(await avatars()).toEqual([])
  })
})
