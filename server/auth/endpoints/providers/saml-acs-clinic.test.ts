import { describe, expect, it } from 'vitest'
import { aClinic, anInvitation } from '#testing/sign-in/people.ts'
import { aSsoProvider, beginSso, postResponse } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aStaffMember, expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'

const saml = setUpSamlSignIn()
const { test, idp } = saml

const memberships = (userId: string) =>
  test.db.asOwner<{ clinic_id: string; role: string; status: string }>(
    'select clinic_id, role, status from public.clinic_memberships where user_id = $1 and ended_at is null',
    [userId],
  )

describe('the clinic', () => {
  it('gets a member, with no further role', async () => {
    const { body } = await saml.signIn()
    expect(await memberships(body.user.id)).toEqual([
      { clinic_id: saml.clinic.id, role: 'member', status: 'active' },
    ])
  })

  it.each(['staff', 'admin', 'patient'] as const)('gives the role of its invitation: %s', async (role) => {
    const person = aStaffMember()
    await anInvitation(test.db, saml.clinic, {
      email: person.attributes.email,
      role,
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { body } = await saml.signIn(person)
    expect(await memberships(body.user.id)).toEqual([{ clinic_id: saml.clinic.id, role, status: 'active' }])
  })

  it('may admit only people it has invited', async () => {
    const own = openTestIdp('invited-only')
    const strict = await aSsoProvider(test, saml.clinic, own, { joinsAnyone: false })
    const stranger = await beginSso(test, strict)
    const refused = postResponse(test, stranger.request, own.response(test, stranger.request, aStaffMember()))
    await expectRefused(refused, 'sso_no_access', 'access_denied')

    const person = aStaffMember()
    await anInvitation(test.db, saml.clinic, {
      email: person.attributes.email,
      role: 'staff',
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { request } = await beginSso(test, strict)
    const { location } = await postResponse(test, request, own.response(test, request, person))
    expect(location.searchParams.get('code')).toBeTruthy()
  })

  it.each([
    ['removed', 'ended_at = now()'],
    ['deactivated', `status = 'invited', suspended_at = now()`],
  ])('does not readmit someone it has %s', async (_, change) => {
    const person = aStaffMember()
    const { body } = await saml.signIn(person)
    await test.db.asOwner(`update public.clinic_memberships set ${change} where user_id = $1`, [body.user.id])
    await expectRefused(saml.comeBack(person), 'sso_no_access', 'access_denied')
  })

  it('is the only one that the account can belong to, even if another clinic has invited the address', async () => {
    const other = await aClinic(test.db)
    const person = aStaffMember()
    await anInvitation(test.db, other, {
      email: person.attributes.email,
      role: 'admin',
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { body } = await saml.signIn(person)
    expect(await memberships(body.user.id)).toHaveLength(1)
    const accepted = await test.db.asOwner('select id from app.accept_invitation($1, $2, $3)', [
      other.id,
      body.user.id,
      test.clock.now(),
    ])
    expect(accepted).toEqual([{ id: null }])
    const insert = test.db.asOwner(
      `insert into public.patients (clinic_id, user_id, full_name) values ($1, $2, 'Rosa')`,
      [other.id, body.user.id],
    )
    await expect(insert).rejects.toMatchObject({ code: '42501' })
    expect(await memberships(body.user.id)).toHaveLength(1)
  })

  it('refuses a banned user, and new ones while sign-up is off', async () => {
    const person = aStaffMember()
    const { body } = await saml.signIn(person)
    await test.db.asOwner(`update auth.users set banned_until = '2999-01-01' where id = $1`, [body.user.id])
    await expectRefused(saml.comeBack(person), 'user_banned', 'access_denied')
    const closed = test.with({ signUp: false })
    await expectRefused(saml.comeBack(aStaffMember(), saml.providerId, closed), 'signup_disabled')
  })
})

describe('the provider', () => {
  it('refuses an answer from another provider', async () => {
    const other = openTestIdp('somebody-else')
    const { request } = await beginSso(test, saml.providerId)
    await expectRefused(
      postResponse(test, request, other.response(test, request, aStaffMember())),
      'saml_idp_not_found',
    )
  })

  it('refuses a provider that uses another’s name', async () => {
    const thief = openTestIdp('thief')
    const { request } = await beginSso(test, saml.providerId)
    const xml = thief.response(test, request, { ...aStaffMember(), issuer: idp.entityId })
    await expectRefused(postResponse(test, request, xml), 'validation_failed')
  })

  it('refuses a provider that was removed or disabled in the meantime', async () => {
    const own = openTestIdp('leaving')
    const leaving = await aSsoProvider(test, saml.clinic, own)
    const disabled = await beginSso(test, leaving)
    const removed = await beginSso(test, leaving)
    await test.db.asOwner('update public.sso_providers set disabled_at = now() where id = $1', [leaving])
    await expectRefused(
      postResponse(test, disabled.request, own.response(test, disabled.request, aStaffMember())),
      'sso_provider_disabled',
    )
    await test.db.asOwner('update public.sso_providers set removed_at = now() where id = $1', [leaving])
    await expectRefused(
      postResponse(test, removed.request, own.response(test, removed.request, aStaffMember())),
      'saml_idp_not_found',
    )
  })

  it('may sign with either of two certificates while it changes them', async () => {
    const [old, next] = [openTestIdp('rolling'), openTestIdp('rolling')]
    const rolling = await aSsoProvider(test, saml.clinic, old)
    await test.db.asOwner('update public.sso_providers set certificates = $2 where id = $1', [
      rolling,
      [old.certificate, next.certificate],
    ])
    for (const signer of [old, next]) {
      const { request } = await beginSso(test, rolling)
      const { location } = await postResponse(test, request, signer.response(test, request, aStaffMember()))
      expect(location.searchParams.get('code')).toBeTruthy()
    }
  })

  it('names the clinic for the page that shows the error', async () => {
    const { request } = await beginSso(test, saml.providerId)
    const { location } = await postResponse(test, request, '')
    expect(location.searchParams.get('c')).toBe(saml.clinic.subdomain)
  })
})
