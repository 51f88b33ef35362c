import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guardianNoticeKinds } from '#domain/notices/notices.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { contrast, inDarkMode, visibleTexts } from '#testing/database/mail-reading.ts'
import { accountMovedMail, accountOfferMail } from './account-offers.ts'
import {
  addressChangeCodeMail,
  addressChangedMail,
  addressChangeNoticeMail,
  addressTakenMail,
  alreadyRegisteredMail,
  newSignInMail,
  reauthenticationMail,
} from './auth/account-mails.ts'
import {
  confirmReminderMail,
  confirmSignUpMail,
  emailChangeCurrentMail,
  emailChangeNewMail,
  inviteMail,
  magicLinkMail,
  recoveryMail,
} from './auth/confirmation-mails.ts'
import { factorAddedMail, factorRemovedMail, recoveryCodeUsedMail } from './auth/second-factor-mails.ts'
import { brandOf, type SenderClinic } from './brand.ts'
import { broadcastMail } from './broadcasts.ts'
import { clinicInvoiceMail } from './clinic-billing.ts'
import { closingMail } from './clinic-closing.ts'
import { contactRequestMail } from './contact-request.ts'
import { creditMail } from './credits.ts'
import { guardianNoticeMail, guardianOfferMail, wardReminderMail } from './guardians.ts'
import { invitationMail, signInToJoinMail } from './invitations.ts'
import * as notices from './notices.ts'
import { paymentProcessingMail } from './payment-processing.ts'
import { childPriceMail, planChangeMail, renewalMail } from './plan-changes.ts'
import { dailySummaryMail, teamNoticeMail } from './team-notices.ts'
import { visitMail, visitReminderMail } from './visits.ts'

const origin = 'http://harbor.carefold.localhost:3000'
const clinic: SenderClinic = {
  id: crypto.randomUUID(),
  name: 'Harbor <Physio> & Partners',
  color: 'plum',
  timeZone: 'America/Vancouver',
  phone: '+1 604 555 0100',
  replyTo: null,
  logo: null,
}
const to = 'robin@example.test'

const visitor = {
  about: 'demo',
  name: 'Robin <b>',
  email: 'robin@lane.test',
  clinicName: 'Lane & Lane',
  message: 'Could you show us <b>a hub</b>?\nMornings are best.',
} as const

/** Every mail about signing in, in the name of a clinic or of Carefold. */
function everyMail(from: typeof clinic | null): Mail[] {
  const brand = brandOf(from)
  const clinicId = from?.id ?? null
  const link = `${origin}/auth/confirm?token_hash=abc&type=signup&redirect_to=${encodeURIComponent(origin)}`
  const linked = { to, brand, clinicId, link, code: '012345' }
  const notice = { to, brand, settingsLink: `${origin}/settings/password` }
  const passwordLink = `${origin}/forgot-password`
  return [
    confirmSignUpMail(linked),
    confirmReminderMail(linked),
    inviteMail({ ...linked, code: null }),
    recoveryMail(linked),
    magicLinkMail(linked),
    emailChangeNewMail(linked),
    emailChangeCurrentMail({ ...linked, newEmail: 'new@example.test' }),
    reauthenticationMail({ to, brand, clinicId, code: '012345' }),
    alreadyRegisteredMail({
      to,
      brand,
      clinicId,
      signInLink: `${origin}/login`,
      forgottenLink: passwordLink,
    }),
    addressChangeNoticeMail({
      to,
      brand,
      clinicId,
      newEmail: 'new@example.test',
      at: new Date('2026-03-10T15:00:00Z'),
      stopLink: `${origin}/auth/stop-change?token=abc`,
    }),
    addressChangeCodeMail({ to, brand, clinicId, code: '012345' }),
    addressChangedMail({ to, brand, clinicId, newEmail: 'new@example.test', signInLink: `${origin}/login` }),
    addressTakenMail({ to, brand, clinicId, signInLink: `${origin}/login` }),
    newSignInMail({
      to,
      brand,
      clinicId,
      device: { browser: 'Firefox', system: 'Windows' },
      address: '203.0.113.9',
      at: new Date('2026-03-10T15:00:00Z'),
      passwordLink,
    }),
    factorAddedMail({ ...notice, type: 'totp' }),
    factorRemovedMail({ ...notice, type: 'phone' }),
    recoveryCodeUsedMail({ ...notice, remaining: 2 }),
    ...(from
      ? [
          invitationMail({ to, name: 'Robin', role: 'staff', clinic: from, link }),
          signInToJoinMail({ to, clinic: from, link: `${origin}/login` }),
          ...everyNotice(from),
        ]
      : [contactRequestMail(to, visitor), ...everyClinicInvoice()]),
  ]
}

/** Every mail about an invoice of Carefold's to a clinic. */
function everyClinicInvoice(): Mail[] {
  const at = new Date('2026-04-01T06:30:00Z')
  return (['due', 'failed', 'stopped', 'tier_failed', 'tier_ended'] as const).flatMap((kind) =>
    [at, null].map((nextAttemptAt) =>
      clinicInvoiceMail(kind, {
        to,
        clinic: clinic,
        link: `${origin}/settings/billing`,
        number: 'CF-0001',
        month: kind.startsWith('tier') ? null : '2026-03',
        plan: kind.startsWith('tier') ? 'Professional' : null,
        amountCents: 9_900,
        currency: 'usd',
        dueAt: at,
        nextAttemptAt,
        failureCode: nextAttemptAt ? 'generic_decline' : 'authentication_required',
        stopsAt: at,
        endsAt: at,
      }),
    ),
  )
}

/** Every mail about something that has happened in a clinic. */
const aVisit = { when: 'Monday, March 16, 2026 at 9:00 AM EDT', was: 'Monday', where: 'By phone' }

function everyNotice(clinic: SenderClinic): Mail[] {
  const card = { brand: 'visa', last4: '4242' }
  const paid = { method: 'check', reference: '1042', brand: null, last4: null }
  const at = new Date('2026-04-01T06:30:00Z')
  const base = { to, clinic, link: `${origin}/pay` }
  const entered = { to, clinic, link: null, stopLink: `${origin}/stop-emails#${crypto.randomUUID()}` }
  const failed = { amountCents: 4_900, currency: 'usd', failedAt: at, failureCode: 'expired_card', card }
  return [
    notices.patientJoinedMail({ ...base, name: 'Robin <b>' }),
    notices.clinicOpenedMail({
      ...base,
      name: 'Robin',
      addresses: { clinic: 'harbor.carefold.localhost:3000', join: 'harbor.carefold.localhost:3000/join' },
    }),
    notices.paymentReceivedMail({
      ...base,
      receipt: {
        id: crypto.randomUUID(),
        number: 'R-000007',
        amountCents: 5_000,
        currency: 'jpy',
        paidAt: at,
        paid,
      },
    }),
    notices.paymentFailedMail({ ...base, ...failed, nextAttemptAt: at, graceEndsAt: at }),
    notices.paymentFailedMail({ ...base, ...failed, card: null, nextAttemptAt: at, graceEndsAt: at }),
    notices.paymentFailedMail({
      ...base,
      ...failed,
      failureCode: null,
      nextAttemptAt: null,
      graceEndsAt: null,
    }),
    notices.paymentFailedMail({
      ...base,
      ...failed,
      failureCode: 'account_closed',
      card: { brand: 'us_bank_account', last4: '6789' },
      nextAttemptAt: null,
      graceEndsAt: at,
    }),
    paymentProcessingMail({
      ...base,
      ...failed,
      settlesAbout: at,
      card: { brand: 'us_bank_account', last4: '6789' },
    }),
    notices.refundGivenMail({ ...base, amountCents: 4_900, currency: 'usd', refundedAt: at, card }),
    notices.refundFailedMail({ ...base, amountCents: 4_900, currency: 'usd', card }),
    notices.cardExpiringMail({ ...base, card: { brand: 'visa', last4: '4242' }, goodUntil: at }),
    notices.planCanceledMail({ ...base, endsAt: at, canKeep: true, open: null }),
    notices.planCanceledMail({ ...base, endsAt: at, canKeep: false, open: '$49.00' }),
    notices.planChangeWaitsMail({ ...base, since: at }),
    ...(['household', 'plan', 'pause', 'resume', 'leave', 'price'] as const).flatMap((kind) =>
      [true, false].map((isComing) =>
        planChangeMail({
          ...base,
          kind,
          isComing,
          effectiveAt: at,
          cents: kind === 'plan' ? 3_000 : -1_250,
          amount: '$12.50',
          waived: kind === 'leave' ? '$49.00' : null,
          missing: kind === 'leave' ? '$4.00' : null,
          prices: kind === 'price' ? { from: '$49.00', to: '$59.00' } : null,
        }),
      ),
    ),
    ...[true, false].map((isInvoiced) =>
      renewalMail({ ...base, renewsAt: at, price: '$490.00', isInvoiced }),
    ),
    childPriceMail({ ...base, from: at, prices: { from: '$19.00', to: '$49.00' } }),
    ...(['later', 'soon', 'today', 'overdue'] as const).map((when) =>
      notices.invoiceDueMail({
        ...base,
        number: 'F3C2-0002',
        amountCents: 4_900,
        currency: 'usd',
        dueAt: at,
        when,
      }),
    ),
    ...(['given', 'takenBack'] as const).map((kind) =>
      creditMail({ ...base, kind, amountCents: 2_000, leftCents: 500, currency: 'usd' }),
    ),
    notices.planEndedMail({ ...base, endedAt: at, open: '$49.00' }),
    notices.invitationAcceptedMail({ ...base, accepted: { name: 'Róża Ożarów', role: 'staff' } }),
    notices.invitationAcceptedMail({ ...base, accepted: null }),
    broadcastMail({
      ...base,
      purpose: 'marketing',
      subject: 'Closed on Friday',
      body: visitor.message,
      stopLink: null,
    }),
    broadcastMail({
      ...base,
      purpose: 'care',
      subject: 'Closed on Friday',
      body: 'Bye.\n\nAnn',
      stopLink: base.link,
    }),
    ...(['patient', 'provider'] as const).flatMap((audience) =>
      (['booked', 'requested', 'accepted', 'moved', 'changed', 'canceled'] as const).map((kind) =>
        visitMail({ ...base, audience, kind, visits: [aVisit], calendar: 'BEGIN:VCALENDAR' }),
      ),
    ),
    visitMail({ ...base, audience: 'patient', kind: 'booked', visits: [aVisit, aVisit], calendar: '' }),
    ...(['booked', 'requested', 'accepted', 'moved', 'changed', 'canceled'] as const).flatMap((kind) =>
      [[aVisit], [aVisit, aVisit]].map((visits) =>
        visitMail({ ...entered, audience: 'entered', kind, visits, calendar: '' }),
      ),
    ),
    visitReminderMail({ ...entered, link: base.link, when: aVisit.when, isInsteadOfText: false }),
    ...[false, true].map((isInsteadOfText) =>
      visitReminderMail({ ...base, when: aVisit.when, isInsteadOfText }),
    ),
    ...['patient', 'admin'].flatMap((role) =>
      ['2026-04-09T15:00:00Z', null].map((erasedFrom) => closingMail({ ...base, role, erasedFrom })),
    ),
    accountOfferMail(base),
    accountMovedMail(base),
    guardianOfferMail({ ...base, name: 'Róża Ożarów' }),
    wardReminderMail({ ...base, when: aVisit.when }),
    ...guardianNoticeKinds.map((kind) => guardianNoticeMail({ ...base, kind })),
    teamNoticeMail({ ...base, settingsLink: `${origin}/settings`, counts: [['important_alerts', 1]] }),
    ...(['patient_message', 'patient_update', 'patient_reminder', 'plan_summary'] as const).flatMap((about) =>
      [false, true].map((isInsteadOfText) => notices.somethingNewMail({ ...base, about, isInsteadOfText })),
    ),
    teamNoticeMail({
      ...base,
      settingsLink: `${origin}/settings`,
      counts: [
        ['system_alerts', 2],
        ['task_assignments', 1],
      ],
    }),
    dailySummaryMail({
      ...base,
      settingsLink: `${origin}/settings`,
      day: '2026-03-10',
      figures: { appointments: 3, tasksOverdue: 1 },
    }),
  ]
}

const mails = [clinic, null].flatMap((from) =>
  everyMail(from).map(
    (mail) => [`${mail.template} of ${from ? 'a clinic' : 'Carefold'}`, mail, from] as const,
  ),
)

it('no mail function is left out', () => {
  const files = ['auth', '.'].flatMap((folder) => {
    const url = new URL(`./${folder}/`, import.meta.url)
    return readdirSync(url)
      .filter((name) => name.endsWith('s.ts') && !name.includes('.test.'))
      .map((name) => readFileSync(new URL(name, url), 'utf8'))
  })
  const written = new Set(
    files
      .flatMap((source) => [...source.matchAll(/(?:template: |linkMail\(|notice\()'([a-z-]+)'/g)])
      .map(([, template]) => template),
  )
  const rendered = new Set(mails.map(([, mail]) => mail.template))
  expect([...written].filter((template) => template && !rendered.has(template))).toEqual([])
})

describe.each(mails)('%s', (_name, mail, from) => {
  it('has a language, a title and one heading', () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(mail.html.match(/<title>[^<]+<\/title>/g)).toHaveLength(1)
    expect(mail.html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(mail.html).not.toMatch(/<h[2-6]/)
  })

  it('loads and runs nothing: no scripts or forms, and no picture without a logo', () => {
    expect(mail.html).not.toMatch(/<(img|script|link|form|input|iframe|object|svg)\b/i)
    expect(mail.html).not.toMatch(/url\(|@import|\son[a-z]+=/i)
    const tables = mail.html.match(/<table[^>]*>/g) ?? []
    for (const table of tables) expect(table).toContain('role="presentation"')
  })

  it('has a contrast of at least 4.5:1 in every text, light and dark', () => {
    for (const html of [mail.html, inDarkMode(mail.html)]) {
      const texts = visibleTexts(html)
      expect(texts.length).toBeGreaterThan(3)
      for (const { words, color, ground } of texts) {
        expect(contrast(color, ground), `${words} (${color} on ${ground})`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('says the same as plain text, in the same order', () => {
    const shown = visibleTexts(mail.html).flatMap(({ words, isDecorative }) => (isDecorative ? [] : [words]))
    const plain = mail.text.replace(/\s+/g, ' ')
    let from = 0
    for (const words of shown.filter((line) => !line.startsWith('If the button does not work'))) {
      const at = plain.indexOf(words, words.startsWith('http') ? 0 : from)
      expect(at, `"${words}" is missing in the plain text`).toBeGreaterThanOrEqual(0)
      if (!words.startsWith('http')) from = at
    }
  })

  it('links only to our own pages, and never to an address that acts as soon as it is opened', () => {
    const addresses = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
    for (const href of [...addresses, ...mail.links]) {
      const url = new URL(href.replaceAll('&amp;', '&'))
      expect(url.origin).toBe(origin)
      expect(url.pathname).not.toMatch(/^\/(auth|rest|functions)\/v1/)
    }
    for (const link of mail.links) expect(mail.text).toContain(link)
  })

  it('has the clinic’s name and color, or Carefold’s', () => {
    const { name, color } = brandOf(from)
    const [first] = visibleTexts(mail.html).filter(({ isDecorative }) => !isDecorative)
    expect(first).toMatchObject({ words: name, color })
    expect(mail.text.startsWith(name)).toBe(true)
    expect(mail.html).not.toContain('<Physio>')
  })

  it('says where an answer goes, if it is a clinic’s', () => {
    const last = mail.text.slice(mail.text.indexOf('-- '))
    if (mail.html.includes('Sent by Carefold for')) {
      expect(mail.replyTo).toBeNull()
      expect(last).toContain('Please do not reply to this email.')
      expect(last).toContain('call +1 604 555 0100.')
    } else {
      expect(last).toBe('-- \nSent by Carefold.\n')
      expect(mail.replyTo).toBe(mail.template === 'contact-request' ? visitor.email : undefined)
    }
  })

  it('reveals nothing about health', () => {
    const words = `${mail.subject}\n${mail.text.replaceAll(clinic.name, '')}`
    expect(words).not.toMatch(/treat|diagnos|symptom|patient|health|therap|program|appointment|medic|visit/i)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.subject.length).toBeLessThanOrEqual(90)
  })
})

describe('a mail about something that has happened', () => {
  const texts = everyNotice(clinic).map(({ template, text }) => [template, text] as const)
  const textOf = (template: string) => texts.find(([name]) => name === template)?.[1] ?? ''

  it('has amounts in the currency and days in the zone of the clinic', () => {
    // 23:30 on March 31 in Vancouver
    expect(textOf('payment-received')).toContain('received ¥5,000 on Mar 31, 2026')
    expect(textOf('payment-failed')).toContain('could not charge $49.00 to your card on Mar 31, 2026')
    expect(textOf('plan-canceled')).toContain('ends on Mar 31, 2026')
  })

  it('names no patient to the team', () => {
    const [team, patient] = texts.filter(([name]) => name === 'invitation-accepted').map(([, text]) => text)
    expect(team).toContain('Róża Ożarów has joined')
    expect(patient).toContain('A person you invited has joined')
  })

  it('says to a person without an account which contact answers, and how to end the mails', () => {
    const entered = { to, link: origin, stopLink: `${origin}/stop-emails#x`, when: 'Monday' }
    const lineOf = (changes: Partial<SenderClinic>) => {
      const sender = { ...clinic, name: 'Harbor', ...changes }
      const { text } = visitReminderMail({ ...entered, clinic: sender, isInsteadOfText: false })
      return text.slice(text.indexOf('You get this'))
    }
    const end = `Stop these emails:\n${origin}/stop-emails#x\n`
    const because = 'You get this because Harbor entered this address. Not you?'
    expect(lineOf({ replyTo: 'care@harbor.test' })).toBe(`${because} Write to care@harbor.test.\n${end}`)
    expect(lineOf({})).toBe(`${because} Call +1 604 555 0100.\n${end}`)
    expect(lineOf({ phone: null })).toBe(`${because} Call Harbor.\n${end}`)
  })
})
