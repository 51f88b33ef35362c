import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '#testing/fhir-schema.ts'
import { appointmentResource, appointmentStatuses } from './appointment.ts'
import { searchBundle } from './bundle.ts'
import { capabilityStatement } from './capability-statement.ts'
import { consentResource } from './consent.ts'
import { coverageResource } from './coverage.ts'
import { documentResource } from './document-reference.ts'
import { patientResource } from './patient.ts'
import { practitionerResource, scheduleResource } from './practitioner.ts'
import { FhirProblem, operationOutcome } from './problem.ts'
import type { AnyResource } from './resources.ts'
import { slotResource } from './slot.ts'

const place = { base: 'https://sunrise.carefold.example/fhir/r4' }

const id = fc.uuid()
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((text) => text.slice(0, 10))
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
/** As the columns allow: one line, not blank, any script. */
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, 'x'))
  .filter((text) => text.trim() !== '')

const patient = fc.record({
  id,
  fullName: line,
  email: orNull(fc.emailAddress()),
  phone: orNull(fc.constant('+14155550123')),
  dateOfBirth: orNull(day),
  address: orNull(line),
  city: orNull(line),
  state: orNull(line),
  zipCode: orNull(line),
  updatedAt: instant,
})
const appointment = fc.record({
  id,
  patientId: id,
  providerId: orNull(id),
  status: fc.constantFrom(...appointmentStatuses.map(({ own }) => own)),
  hasArrived: fc.boolean(),
  type: fc.constantFrom('checkup', 'follow_up-2'),
  typeName: orNull(line),
  startsAt: instant,
  endsAt: instant,
  minutes: fc.integer({ min: 15, max: 1440 }),
  createdAt: instant,
  updatedAt: instant,
})
const provider = fc.record({
  id,
  name: line,
  title: fc.oneof(fc.constant(''), line),
  isActive: fc.boolean(),
  updatedAt: instant,
})
const coverage = fc.record({
  id,
  subscriptionId: id,
  patientId: id,
  payerId: id,
  planId: id,
  planName: line,
  status: fc.constantFrom('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled'),
  from: day,
  until: orNull(day),
  isOver: fc.boolean(),
})
const consent = fc.record({
  id,
  patientId: id,
  purpose: fc.constantFrom('email', 'sms_care', 'marketing', 'hipaa_authorization'),
  isGiven: fc.boolean(),
  isNewest: fc.boolean(),
  version: fc.constantFrom('2026-01', 'a/2'),
  givenAt: instant,
})
const document = fc.record({
  id,
  patientId: id,
  kind: fc.constantFrom('person_file', 'message_attachment'),
  name: line,
  mediaType: orNull(fc.constantFrom('application/pdf', 'image/png')),
  sizeBytes: fc.nat(),
  createdAt: instant,
  attachedAt: instant,
})
const slot = fc.record({
  providerId: id,
  from: fc.nat(60_000_000).map((minutes) => minutes * 60_000),
  until: fc.constant(4_102_444_800_000),
  isFree: fc.boolean(),
})

const random: [type: string, fc.Arbitrary<AnyResource>][] = [
  ['Patient', patient.map((row) => patientResource(row, place))],
  ['Appointment', appointment.map((row) => appointmentResource(row, place))],
  ['Practitioner', provider.map(practitionerResource)],
  ['Schedule', provider.map(scheduleResource)],
  ['Slot', slot.map(slotResource)],
  ['Coverage', coverage.map((row) => coverageResource(row, place))],
  ['Consent', consent.map((row) => consentResource(row, place))],
  ['DocumentReference', document.map((row) => documentResource(row, place))],
]

describe('the official schema of FHIR R4', () => {
  it.each(random)('accepts every %s, alone and in a bundle', { timeout: 60_000 }, (type, resources) => {
    fc.assert(
      fc.property(fc.array(resources, { maxLength: 3 }), orNull(id), (found, next) => {
        for (const resource of found) {
          expect(resource.resourceType).toBe(type)
          expect(schemaErrors(resource)).toEqual([])
        }
        const parameters = new URLSearchParams({ _count: '3', _lastUpdated: 'ge2026-03-01T00:00:00+01:00' })
        const bundle = searchBundle(place, 'Patient', { parameters, resources: found, next })
        expect(schemaErrors(bundle)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('accepts the CapabilityStatement and an OperationOutcome', { timeout: 60_000 }, () => {
    // the published schema lists versions up to its own, 4.0.0; 4.0.1 corrected texts
    expect(schemaErrors({ ...capabilityStatement(place), fhirVersion: '4.0.0' })).toEqual([])
    expect(
      schemaErrors(operationOutcome(new FhirProblem(404, 'not-found', 'Patient/1 is not known.'))),
    ).toEqual([])
  })

  it('refuses a resource that is wrong, so that this test can fail', { timeout: 60_000 }, () => {
    const good = slotResource({ providerId: 'a', from: 0, until: 900_000, isFree: true })
    expect(schemaErrors(good)).toEqual([])
    expect(schemaErrors({ ...good, title: 'x' })).not.toEqual([])
    expect(schemaErrors({ ...good, start: '2026-03-02 10:00' })).not.toEqual([])
    expect(schemaErrors({ ...good, schedule: { reference: 1 } })).not.toEqual([])
  })
})

describe('a resource', () => {
  const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' }
  const visit = {
    ...{ id: 'v', patientId: 'p', providerId: 'q', type: 'checkup', typeName: 'Check-up', minutes: 30 },
    ...{ startsAt: '2026-03-02T15:00:00.000Z', endsAt: '2026-03-02T15:30:00.000Z', ...times },
  }

  it.each([
    ['requested', false, 'pending', 'needs-action'],
    ['upcoming', false, 'booked', 'accepted'],
    ['upcoming', true, 'arrived', 'accepted'],
    ['completed', true, 'fulfilled', 'accepted'],
    ['completed', false, 'fulfilled', 'accepted'],
    ['canceled', false, 'cancelled', 'accepted'],
    ['no_show', false, 'noshow', 'accepted'],
  ])('of a visit that is %s (arrived: %s) is %s', (status, hasArrived, fhir, ofProvider) => {
    const { status: found, participant } = appointmentResource({ ...visit, status, hasArrived }, place)
    expect(found).toBe(fhir)
    expect(participant).toEqual([
      { actor: { reference: 'Patient/p' }, status: 'accepted' },
      { actor: { reference: 'Practitioner/q' }, status: ofProvider },
    ])
  })

  it('of a patient leaves out what the clinic does not know', () => {
    const none = {
      email: null,
      phone: null,
      dateOfBirth: null,
      address: null,
      city: null,
      state: null,
      zipCode: null,
    }
    expect(
      patientResource({ id: 'p', fullName: ' Nora Berg', updatedAt: times.updatedAt, ...none }, place),
    ).toEqual({
      resourceType: 'Patient',
      id: 'p',
      meta: { lastUpdated: times.updatedAt },
      identifier: [{ use: 'usual', system: `${place.base}/system/patient`, value: 'p' }],
      name: [{ use: 'official', text: 'Nora Berg' }],
    })
  })

  it.each([
    ['active', false, 'active'],
    ['past_due', false, 'active'],
    ['active', true, 'cancelled'],
    ['canceled', false, 'cancelled'],
    ['incomplete_expired', false, 'cancelled'],
    ['incomplete', false, 'draft'],
  ])('of a plan that is %s (over: %s) is %s', (status, isOver, fhir) => {
    const row = {
      ...{ id: 'c', subscriptionId: 's', patientId: 'p', payerId: 'q', planId: 'l', planName: 'Family' },
      ...{ status, isOver, from: '2026-01-01', until: null },
    }
    expect(coverageResource(row, place)).toMatchObject({
      status: fhir,
      beneficiary: { reference: 'Patient/p' },
      payor: [{ reference: 'Patient/q' }],
      period: { start: '2026-01-01' },
    })
  })

  it('of a withdrawn consent denies, and of a replaced one is inactive', () => {
    const row = { id: 'c', patientId: 'p', purpose: 'marketing', version: '1', givenAt: times.createdAt }
    const withdrawn = consentResource({ ...row, isGiven: false, isNewest: true }, place)
    expect(withdrawn).toMatchObject({ status: 'active', provision: { type: 'deny' } })
    const replaced = consentResource({ ...row, isGiven: true, isNewest: false }, place)
    expect(replaced).toMatchObject({ status: 'inactive', provision: { type: 'permit' } })
  })

  it('of a file names the address of its bytes', () => {
    const row = { id: 'f', patientId: 'p', kind: 'person_file', name: 'x-ray.png', mediaType: 'image/png' }
    const { content } = documentResource(
      { ...row, sizeBytes: 9, createdAt: times.createdAt, attachedAt: times.createdAt },
      place,
    )
    expect(content[0]?.attachment).toMatchObject({
      url: `${place.base}/Binary/f`,
      title: 'x-ray.png',
      size: 9,
    })
  })
})
