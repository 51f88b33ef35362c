import { expect, it } from 'vitest'
import { guardianshipFor, guardianshipOn } from './acting-for.ts'

const id = '6f0f5a8e-6f0c-4a43-9b33-0d2cf5a8a111'

it('the URL names the patient the page acts for', () => {
  expect(guardianshipOn(`/family/${id}`)).toBe(id)
  expect(guardianshipOn(`/family/${id}/`)).toBe(id)
  expect(guardianshipOn(`/family/${id}/lessons/${id}`)).toBe(id)
  expect(guardianshipOn('/family/somebody')).toBe('somebody')
  for (const own of ['/family', '/family/', '/home', `/members/${id}`]) expect(guardianshipOn(own)).toBe(null)
})

it('rows, functions and uploads are requested as the guardian, unless they are about the reader', () => {
  const asked = (address: string) =>
    guardianshipFor(`https://sunrise.carefold.test${address}`, `/family/${id}`)
  for (const path of [
    '/rest/v1/appointments?select=id',
    '/functions/v1/book-appointment',
    '/functions/v1/join-waitlist',
    '/functions/v1/file-links',
    '/files/v1/uploads',
    `/files/v1/uploads/${id}`,
  ])
    expect(asked(path)).toBe(id)
  for (const path of [
    '/rest/v1/clinic_memberships?select=*',
    '/functions/v1/own-wards',
    '/live/v1',
    `/files/v1/${id}`,
    '/auth/v1/user',
  ])
    expect(asked(path)).toBe(null)
  expect(guardianshipFor('https://sunrise.carefold.test/rest/v1/appointments', '/appointments')).toBe(null)
})
