/** An allowed leak, with its reason. An unused entry fails the test. */
export interface Allowance {
  from: RegExp
  at: RegExp
  why: string
}

const clinicsName = /^(public\.clinics\.name|(update-clinic-profile|create-clinic-with-admin): name)$/
const theirName =
  /^(auth\.users\.user_metadata|(save-own-profile|save-personal-details): (first|last)Name|account: full_name)$/

export const allowed: Allowance[] = [
  {
    from: /^(text of .+|app\.audit_log)$/,
    at: /^save-clinic-mail: replyTo$/,
    why: 'the clinic’s address for replies',
  },
  {
    from: /^text of broadcast$/,
    at: /^(test|send)-broadcast: body$/,
    why: 'the clinic’s own words to many patients, which its form calls not private (docs/decisions/0209)',
  },
  {
    from: /^text of invitation$/,
    at: /^(public\.patients\.full_name|import-patients: rows\.cells\.fullName)$/,
    why: 'greets whom it is for',
  },
  { from: /^to of /, at: /email$/, why: 'whom a mail is for' },
  {
    from: /^(subject|text) of (?!text-message)/,
    at: clinicsName,
    why: 'a mail is in the name of the clinic',
  },
  {
    from: /^calendar of visit-(patient|provider)$/,
    at: clinicsName,
    why: 'a visit is called after the clinic, not after what it is for',
  },
  {
    from: /^(text|calendar) of visit-(patient|provider)$/,
    at: /^public\.scheduling_settings\.visit_address$/,
    why: 'where the clinic is, which people have to find',
  },
  {
    from: /^calendar of visit-patient$/,
    at: theirName,
    why: 'the attendee of an invitation (RFC 5545 3.8.4.1): the patient’s own, to the patient',
  },
  {
    from: /^calendar of visit-patient$/,
    at: /^auth\.users\.email$/,
    why: 'the attendee’s address is the one it is sent to',
  },
  { from: /^text of (clinic-opened|patient-joined)$/, at: theirName, why: 'greets whom it is for' },
  {
    from: /^text of patient-joined$/,
    at: /^auth\.users\.email$/,
    why: 'with which address they sign in, to that address',
  },
  { from: /^text of guardian-offer$/, at: /^add-guardian: fullName$/, why: 'greets whom it is for' },
  {
    from: /^text of invitation-accepted$/,
    at: theirName,
    why: 'who has joined the team, to who invited them; never a patient',
  },
  {
    from: /^text of email-change-current$/,
    at: /^(account: email|auth\.users\.email)$/,
    why: 'to which address the account would move, to its present one',
  },
  {
    from: /^(text|links) of clinic-opened$/,
    at: /^create-clinic-with-admin: subdomain$/,
    why: 'the public address of the clinic that they have opened',
  },
  {
    from: /^text of contact-request$/,
    at: /^send-contact-request: /,
    why: 'what a visitor writes to the operator, to the operator',
  },
  { from: /^names of receipts$/, at: clinicsName, why: 'the title of a receipt: whose it is of' },

  {
    from: /^Stripe$/,
    at: /^(change-plan: name|public\.plan_versions\.name)$/,
    why: 'products are called what the clinic publishes (docs/decisions/0038)',
  },
  { from: /^Stripe$/, at: /^save-clinic-tax: tax\.name$/, why: 'the name of a tax, as receipts have it' },
  { from: /^Stripe$/, at: /^save-billing-address: /, why: 'the clinic’s own, for its invoices from us' },
  {
    from: /^Stripe$/,
    at: /^public\.patients\.email$/,
    why: 'whom Stripe asks to confirm a payment; opaque ids else',
  },
  {
    from: /^Stripe$/,
    at: /^answer-dispute: evidence$/,
    why: 'what the clinic tells the cardholder’s bank, and says so before it sends it',
  },
  {
    from: /^Stripe$/,
    at: /^create-invoice: lines\.description$/,
    why: 'the lines of an invoice, which its form asks to write without health data (docs/decisions/0189)',
  },
  {
    from: /^app\.webhook_events$/,
    at: /^(public\.patients\.email|save-clinic-tax: tax\.name|change-plan: name|save-billing-address: \w+)$/,
    why: 'Stripe’s copies of the same, emptied after a month (server/features/stripe-sync/sweep.ts)',
  },
  {
    from: /^app\.audit_log$/,
    at: /^save-clinic-tax: tax\.name$/,
    why: 'which tax an admin has set: of the clinic, about nobody',
  },

  {
    from: /^answers to visitors$/,
    at: /^(public\.(clinics|plan_versions)\.\w+|(update-clinic-profile|create-clinic-with-admin|change-plan): \w+)$/,
    why: 'what a clinic publishes about itself and its plans',
  },
]
