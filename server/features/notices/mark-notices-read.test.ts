import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { markNoticesRead } from './mark-notices-read.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

const notify = ({ userId }: Member) =>
  test.services.transactions.withSystem('test', (tx) =>
    test.services.notices.notify(tx, {
      clinicId: clinic.id,
      userId,
      kind: 'task_assigned',
      key: crypto.randomUUID(),
    }),
  )

const noticesOf = ({ userId }: Member) =>
  test.db.asOwner<{ id: string; read_at: Date | null; noticed_at: Date }>(
    'select id, read_at, noticed_at from user_notices where user_id = $1 order by noticed_at, id',
    [userId],
  )

describe('marking as read', () => {
  const mark = (person: Member, input: object) => markNoticesRead.call(test.services, person.caller(), input)

  it('marks some, or all up to an instant; later ones stay unread', async () => {
    const ann = await aStaffMember(test.db, clinic, { isReadOnly: true })
    await notify(ann)
    await notify(ann)
    const [first, second] = await noticesOf(ann)
    expect(await mark(ann, { noticeIds: [first?.id] })).toEqual({ marked: 1 })
    expect(await mark(ann, { noticeIds: [first?.id] })).toEqual({ marked: 0 })
    test.clock.advance('PT1S')
    await notify(ann)
    expect(await mark(ann, { noticeIds: [], until: second?.noticed_at.toISOString() })).toEqual({ marked: 1 })
    expect((await noticesOf(ann)).map(({ read_at }) => read_at !== null)).toEqual([true, true, false])
  })

  it('changes no other person’s, and is closed to patients', async () => {
    const [ann, ben] = [await aStaffMember(test.db, clinic), await aStaffMember(test.db, clinic)]
    await notify(ann)
    const [notice] = await noticesOf(ann)
    expect(await mark(ben, { noticeIds: [notice?.id] })).toEqual({ marked: 0 })
    const patient = await aPatient(test.db, clinic)
    await expect(mark(patient, { noticeIds: [notice?.id] })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(mark(ann, { noticeIds: [] })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
