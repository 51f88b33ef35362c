import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FileLink } from '#domain/files/files.ts'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aChild, aGuardian, type Guardian } from '#testing/guardians.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const text = 'what the scan shows'
const unknownId = '0197a3f0-0000-7000-8000-000000000001'
const test = await setUpServer()
const clinic = await aClinic(test.db)
const reader = await aStaffMember(test.db, clinic)
const { patientId } = await aPatient(test.db, clinic)
const token = await test.tokenOf(clinic.admin)
const fileId = fileIdOf(await upload(test, { token, clinic, kind: 'person_file', patientId }, text))

async function linksOf(member: Member, fileIds: string[], at = clinic): Promise<FileLink[]> {
  const { text: answer } = await test.ask('/functions/v1/file-links', {
    method: 'POST',
    token: await test.tokenOf(member),
    clinic: at,
    body: { fileIds },
  })
  return JSON.parse(answer).links
}

describe('a link', () => {
  it('is given for files that the caller may read, and for no other', async () => {
    expect((await linksOf(reader, [fileId, unknownId])).map((link) => link.fileId)).toEqual([fileId])
    const elsewhere = await aClinic(test.db)
    expect(await linksOf(elsewhere.admin, [fileId], elsewhere)).toEqual([])
    expect(await linksOf(reader, [])).toEqual([])
  })

  it('is given for pictures of people that the caller may see, by account', async () => {
    const owner = await aStaffMember(test.db, clinic)
    const avatarsOf = [owner.userId, reader.userId, unknownId]
    const ask = async (member: Member, at = clinic): Promise<FileLink[]> => {
      const options = { method: 'POST', token: await test.tokenOf(member), clinic: at, body: { avatarsOf } }
      return JSON.parse((await test.ask('/functions/v1/file-links', options)).text).links
    }
    const token = await test.tokenOf(owner)
    const plain = { create: { width: 9, height: 9, channels: 3, background: '#123456' } } as const
    const picture = fileIdOf(
      await upload(test, { token, kind: 'avatar' }, await sharp(plain).png().toBuffer()),
    )
    expect(await ask(reader)).toEqual([])
    await test.ask('/functions/v1/set-avatar', { method: 'POST', token, clinic, body: { fileId: picture } })
    expect(await ask(reader)).toMatchObject([{ fileId: picture, ownerId: owner.userId }])
    const elsewhere = await aClinic(test.db)
    expect(await ask(elsewhere.admin, elsewhere)).toEqual([])
  })

  it('works without a token for some minutes, and reads by it are audited as the reader’s', async () => {
    const [link] = await linksOf(reader, [fileId])
    const answer = await test.ask(link?.url ?? '')
    expect([answer.status, answer.text]).toEqual([200, text])
    const minutes = (new Date(link?.expiresAt ?? '').getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4.9)
    expect(minutes).toBeLessThan(10.1)
    const [seen] = await test.db.asOwner<{ count: number }>(
      `select count(*)::int as count from app.audit_log where action = 'record.read' and actor_id = '${reader.userId}'`,
    )
    expect(seen?.count).toBe(1)
  })

  it('is for this file alone, and cannot be changed', async () => {
    const [{ url = '' } = {}] = await linksOf(reader, [fileId])
    // not the last character, of which some bits are unused
    expect((await test.ask(url.replace(/.(?=..$)/, (sign) => (sign === 'A' ? 'B' : 'A')))).status).toBe(404)
    expect((await test.ask(url.replace(fileId, unknownId))).status).toBe(404)
    expect((await test.ask(`${url.split('=')[0]}=`)).status).toBe(404)
  })

  it('ends with the membership, and with the session', async () => {
    const member = await aStaffMember(test.db, clinic)
    const [{ url = '' } = {}] = await linksOf(member, [fileId])
    expect((await test.ask(url)).status).toBe(200)
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      member.membershipId,
    ])
    expect((await test.ask(url)).status).toBe(404)
    await test.db.asOwner('delete from auth.sessions where id = $1', [member.sessionId])
    expect((await test.ask(url)).status).toBe(401)
  })
})

describe('for a guardian', () => {
  let child: { patientId: string }
  let shared: string
  let kept: string
  const links = async ({ person, guardianshipId }: Guardian, fileIds: string[]): Promise<FileLink[]> => {
    const { text: answer } = await test.ask('/functions/v1/file-links', {
      method: 'POST',
      token: await test.tokenOf(person),
      clinic,
      headers: { 'x-guardianship': guardianshipId },
      body: { fileIds },
    })
    return JSON.parse(answer).links
  }
  beforeAll(async () => {
    child = await aChild(test.db, clinic)
    const token = await test.tokenOf(clinic.admin)
    const about = { token, clinic, kind: 'person_file', ...child } as const
    shared = fileIdOf(await upload(test, about, text))
    kept = fileIdOf(await upload(test, about, text))
    const share = { method: 'POST', token, clinic, body: { fileId: shared, isShared: true } }
    expect((await test.ask('/functions/v1/share-file', share)).status).toBe(200)
  })

  it('with full access includes shared files, acts for the patient, is audited so, and ends with the access', async () => {
    const guardian = await aGuardian(test.db, clinic, child)
    const found = await links(guardian, [shared, kept, fileId])
    expect(found.map((link) => link.fileId)).toEqual([shared])
    const url = found[0]?.url ?? ''
    expect((await test.ask(url)).text).toBe(text)
    const recorded = await test.db.asOwner(
      `select actor_id, actor_role, acting_for from app.audit_log
        where action = 'record.read' and patient_ids = array[$1::uuid] and purpose = 'file'`,
      [child.patientId],
    )
    expect(recorded).toEqual([
      { actor_id: guardian.person.userId, actor_role: 'guardian', acting_for: child.patientId },
    ])
    await test.db.asOwner(
      `update patient_guardians set ended_at = now(), ended_because = 'team' where id = $1`,
      [guardian.guardianshipId],
    )
    expect((await test.ask(url)).status).toBe(404)
  })

  it('with limited access includes no files; both include their own picture', async () => {
    const limited = await aGuardian(test.db, clinic, { ...child, access: 'limited' })
    const picture = await test.db.asOwner<{ id: string }>(
      `insert into files (owner_id, kind, name, attached_at, size_bytes, received_bytes, state, sha256, media_type)
       values ($1, 'avatar', 'me.png', now(), 10, 10, 'ready', repeat('0', 64), 'image/png') returning id`,
      [limited.person.userId],
    )
    const own = picture.map(({ id }) => id)
    expect((await links(limited, [shared, kept, ...own])).map((link) => link.fileId)).toEqual(own)
  })
})
