import { AuthAdminApi } from '@supabase/auth-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser, auditOf, expectRefusal, setUpTestAuth, siteUrl } from '#testing/sign-in/auth.ts'
import { aUserWithTotp, claimsOf } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth()
let token: string
beforeAll(async () => {
  token = await test.auth.serviceToken()
})

const anyId = '0190a0b0-0000-7000-8000-000000000000'

describe('/admin/users/{id}/factors', () => {
  it('PUT changes name and number', async () => {
    const person = await aSignedInUser(test)
    const body = { factor_type: 'phone', friendly_name: 'a', phone: '+15550001111' }
    const { body: made } = await test.send('POST', '/factors', { token: person.accessToken, body })
    const changed = await test.send('PUT', `/admin/users/${person.id}/factors/${made.id}`, {
      token,
      body: { friendly_name: 'Work', phone: '+15550002222' },
    })
    expect(changed.body).toMatchObject({ id: made.id, friendly_name: 'Work', phone: '15550002222' })
    expect(await auditOf(test, person.id)).toContain('auth.factor_updated')
  })

  it('DELETE removes one; its sessions drop to aal1, and the owner is notified', async () => {
    const person = await aUserWithTotp(test)
    const path = `/admin/users/${person.id}/factors/${person.totp.factorId}`
    const { status, body } = await test.send('DELETE', path, { token })
    expect({ status, id: body.id }).toEqual({ status: 200, id: person.totp.factorId })
    const refreshed = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    })
    expect(claimsOf(refreshed.body.access_token).aal).toBe('aal1')
    expect((await test.mailTo(person.email)).template).toBe('factor-removed')
    expect(await auditOf(test, person.id)).toContain('auth.factor_deleted')
  })

  it('a single user includes factors, a list of users does not', async () => {
    const person = await aUserWithTotp(test)
    const { body } = await test.send('GET', `/admin/users/${person.id}`, { token })
    expect(body.factors).toMatchObject([{ id: person.totp.factorId }])
    const list = await test.send('GET', '/admin/users', { token })
    expect(JSON.stringify(list.body)).not.toContain('factors')
  })

  it('work with auth-js', async () => {
    const person = await aUserWithTotp(test)
    const admin = new AuthAdminApi({
      url: `${siteUrl}/auth/v1`,
      headers: { Authorization: `Bearer ${token}` },
      fetch: (input, init) => test.auth.fetch(new Request(input, init), { requestId: 'r', address: null }),
    })
    const { data } = await admin.mfa.listFactors({ userId: person.id })
    expect(data?.factors).toMatchObject([{ id: person.totp.factorId }])
    const { error } = await admin.mfa.deleteFactor({ userId: person.id, id: person.totp.factorId })
    expect(error).toBeNull()
  })

  it('are deleted with the user, on a soft delete too', async () => {
    const person = await aUserWithTotp(test)
    await test.send('DELETE', `/admin/users/${person.id}`, { token, body: { should_soft_delete: true } })
    expect(await test.db.asOwner('select from auth.mfa_factors where user_id = $1', [person.id])).toEqual([])
  })

  it.each(['GET', 'PUT', 'DELETE'])('%s refuses malformed and unknown ids', async (method) => {
    const person = await aSignedInUser(test)
    const path = (user: string, factor = anyId) =>
      `/admin/users/${user}/factors${method === 'GET' ? '' : `/${factor}`}`
    const options = { token, body: method === 'GET' ? undefined : {} }
    await expectRefusal(test, [method, path('nope'), options], { status: 404, code: 'validation_failed' })
    await expectRefusal(test, [method, path(anyId), options], { status: 404, code: 'user_not_found' })
    if (method === 'GET') return
    await expectRefusal(test, [method, path(person.id, 'nope'), options], {
      status: 404,
      code: 'validation_failed',
    })
    await expectRefusal(test, [method, path(person.id), options], {
      status: 404,
      code: 'mfa_factor_not_found',
    })
    const other = await aUserWithTotp(test)
    const theirs = path(person.id, other.totp.factorId)
    await expectRefusal(test, [method, theirs, options], { status: 404, code: 'mfa_factor_not_found' })
  })

  it('PUT refuses a bad number', async () => {
    const person = await aSignedInUser(test)
    const body = { factor_type: 'phone', friendly_name: 'a', phone: '15550003333' }
    const { body: made } = await test.send('POST', '/factors', { token: person.accessToken, body })
    const path = `/admin/users/${person.id}/factors/${made.id}`
    await expectRefusal(test, ['PUT', path, { token, body: { phone: 'abc' } }], {
      status: 400,
      code: 'validation_failed',
    })
  })

  it.each(['GET', 'PUT', 'DELETE'])('%s refuses callers who are not admins', async (method) => {
    const { accessToken, id } = await aSignedInUser(test)
    const path = `/admin/users/${id}/factors${method === 'GET' ? '' : `/${anyId}`}`
    await expectRefusal(test, [method, path, { token: accessToken }], { status: 403, code: 'not_admin' })
    await expectRefusal(test, [method, path], { status: 401, code: 'no_authorization' })
  })
})
