import { type ActorName, actorNames, groups, guardianNames } from '#db/tests/tenant-escape/expectations.ts'

/**
 * Who may call which function in clinic 1, and what others get (docs/threats.md T1), in one readable
 * table.
 *
 * Every actor calls clinic 1 with a valid input (function-inputs.ts). `rest` is every actor not named; a name overrides
 * a group. By default a visitor gets `not_signed_in`, and a banned user and the holder of the
 * server's own key get `session_ended`: functions are for users. A function that is not listed fails the suite.
 */
export type Outcomes = Partial<Record<ActorName | keyof typeof groups | 'rest', string>>

const team: Outcomes = { team: 'ok', rest: 'not_allowed' }
/** The team except its read-only members. */
const writers: Outcomes = { team: 'ok', viewer: 'not_allowed', rest: 'not_allowed' }
const admin: Outcomes = { admin: 'ok', rest: 'not_allowed' }
/** Admins, and staff whom the owner granted the permission set that the action names. */
const delegated: Outcomes = { admin: 'ok', delegate: 'ok', rest: 'not_allowed' }
/** Their own record at the clinic, once the address is proven. */
const provenPatients: Outcomes = { patients: 'ok', pending: 'email_not_confirmed', rest: 'not_allowed' }
/** Includes a patient whose address is not confirmed yet: payments are their own (`app.own_patient_id`). */
const payingPatients: Outcomes = { patients: 'ok', pending: 'ok', rest: 'not_allowed' }

/** Booking for whom they look after. */
const guardianVisits: Outcomes = { guardian: 'ok', limitedGuardian: 'ok' }

export const functionOutcomes: Record<string, Outcomes> = {
  // open to everyone
  'check-subdomain': { visitor: 'ok', rest: 'ok' },
  'find-clinics': { visitor: 'ok', rest: 'ok' },
  'send-contact-request': { visitor: 'ok', rest: 'ok' },
  'check-coupon': { visitor: 'ok', rest: 'ok' },
  'clinic-join': { visitor: 'ok', rest: 'ok' },
  'create-clinic-with-admin': { pending: 'email_not_confirmed', rest: 'ok' },

  // the clinic's hub
  'update-clinic-profile': delegated,
  'mark-join-page-viewed': team,
  'setup-checklist': team,
  'clinic-security': team,
  // changing the two-factor requirement takes aal2: clinic-security.test.ts
  'save-clinic-brand': {
    admin: 'clinic_tier_lacks_feature',
    delegate: 'clinic_tier_lacks_feature',
    rest: 'not_allowed',
  },
  'update-clinic-security': { admin: 'second_step_required', rest: 'not_allowed' },

  // its single sign-on; at aal2: server/features/single-sign-on
  'sso-settings': admin,
  'add-sso-provider': { admin: 'second_step_required', rest: 'not_allowed' },
  'switch-sso-provider': { admin: 'second_step_required', rest: 'not_allowed' },
  'remove-sso-provider': { admin: 'second_step_required', rest: 'not_allowed' },
  'check-sso-domain': { admin: 'second_step_required', rest: 'not_allowed' },
  'sign-in-organizations': { visitor: 'ok', rest: 'ok' },

  // one's own session: server/features/account
  'confirm-person': { rest: 'reauthentication_not_valid' },

  // its members
  'activate-membership': {
    patients: 'ok',
    team: 'ok',
    deactivated: 'membership_suspended',
    pending: 'email_not_confirmed',
    rest: 'invitation_invalid',
  },
  // the join page is open: a user with a confirmed address becomes a patient, former team members too
  'join-clinic': { deactivated: 'membership_suspended', pending: 'email_not_confirmed', rest: 'ok' },
  'set-tenant-claim': {
    foreignAdmin: 'not_found',
    removed: 'not_found',
    outsider: 'not_found',
    rest: 'ok',
  },
  // which users it returns: get-users-by-ids.test.ts
  'get-user-profiles': { rest: 'ok' },
  'change-team-access': delegated,
  'set-permission-sets': admin,
  // the second factor: second-factor.test.ts
  'list-members': team,
  'search-people': team,
  person: team,
  'person-looks': admin,
  // who acts for whom: server/features/guardians
  guardians: { ...provenPatients, team: 'ok' },
  'add-guardian': writers,
  'save-guardian-rules': delegated,
  'own-wards': { rest: 'ok' },
  'accept-guardianship': { pending: 'email_not_confirmed', rest: 'not_found' },
  'end-guardianship': { team: 'ok', viewer: 'not_found', rest: 'not_found' },
  'ask-to-end-guardianship': {
    patient: 'ok',
    otherPatient: 'not_found',
    pending: 'email_not_confirmed',
    rest: 'not_allowed',
  },
  'add-person-note': writers,
  'change-person-note': writers,
  'remove-person-note': writers,
  'export-members': admin,
  // the operator: server/features/operator
  'operator-clinics': { rest: 'not_allowed' },
  'operator-overview': { rest: 'not_allowed' },
  'retry-job': { rest: 'not_allowed' },
  'agree-fee': { rest: 'not_allowed' },
  'check-patient-import': admin,
  'import-patients': admin,
  'patient-import': admin,
  'export-clinic': admin,
  'transfer-ownership': admin,
  'remove-member': admin,
  'leave-clinic': provenPatients,
  // the operator's: server/features/support
  'ask-support-access': { rest: 'not_allowed' },
  'end-support-access': { rest: 'not_allowed' },
  'operator-support': { rest: 'not_allowed' },
  'support-view': { rest: 'not_allowed' },
  'support-accesses': delegated,
  'decide-support-access': admin,
  'clinic-closing': delegated,
  'close-clinic': { admin: 'second_step_required', rest: 'not_allowed' },
  'keep-clinic': { admin: 'second_step_required', rest: 'not_allowed' },
  'legal-hold': admin,
  'compare-patients': admin,
  'merge-patients': admin,
  'part-patients': admin,
  'person-merges': admin,
  'possible-duplicates': admin,
  'count-possible-duplicates': admin,
  'dismiss-duplicates': admin,
  'restore-duplicates': admin,
  'patients-like': team,
  'invite-patient': writers,
  // only the caller's own address: own-invitations.test.ts
  'own-invitations': { rest: 'ok' },
  'resend-invitation': writers,
  'revoke-invitation': writers,

  // which files it returns: foreign-ids.test.ts
  'file-links': { rest: 'ok', guardian: 'ok', limitedGuardian: 'ok' },
  'storage-use': team,
  'set-avatar': { rest: 'ok' },
  'set-clinic-logo': delegated,
  'share-file': writers,
  'remove-file': writers,

  // what the clinic teaches
  'create-content': writers,
  'save-content': writers,
  'publish-content': writers,
  'set-content-status': writers,
  'delete-content': writers,
  'feature-content': writers,
  'set-content-category': writers,
  'content-examples': team,
  'copy-content-examples': writers,
  'set-visit-lesson': writers,
  'show-slide': writers,
  'finish-visit-lesson': writers,
  'share-library': delegated,
  'shared-libraries': writers,
  'copy-shared-content': writers,
  'start-slides-import': writers,
  // what somebody has brought back from Google: import-google-slides.test.ts
  'import-google-slides': { team: 'slides_import_over', viewer: 'not_allowed', rest: 'not_allowed' },
  'list-presentations': { ...provenPatients, team: 'ok' },
  // one that is assigned to their patient: get-presentation-slides.test.ts
  'get-presentation-slides': { ...provenPatients, team: 'ok', guardian: 'not_found' },
  'featured-presentations': { ...provenPatients, team: 'ok' },
  'record-reading': provenPatients,
  'save-for-later': provenPatients,
  'complete-lesson': provenPatients,
  'rate-lesson': provenPatients,
  'learning-figures': team,
  'assign-lesson': writers,
  'withdraw-assignment': writers,
  'push-correction': writers,
  'save-program': writers,
  'save-care-plan': writers,
  'save-care-plan-template': writers,
  'delete-care-plan-template': writers,
  'delete-program': writers,
  'add-to-program': writers,
  'assign-program': writers,
  'end-enrollment': writers,
  'own-programs': provenPatients,
  'program-examples': team,
  'copy-program-example': writers,
  // visits
  'free-times': {
    ...guardianVisits,
    patients: 'ok',
    team: 'ok',
    pending: 'email_not_confirmed',
    rest: 'not_allowed',
  },
  'visit-days': team,
  'held-times': team,
  'join-waitlist': provenPatients,
  'leave-waitlist': provenPatients,
  'remove-from-waitlist': writers,
  'accept-offer': provenPatients,
  'decline-offer': provenPatients,
  'schedule-appointment': writers,
  'reschedule-appointment': writers,
  'cancel-appointment': writers,
  'mark-appointment': writers,
  'hold-time': { ...provenPatients, ...guardianVisits },
  'book-appointment': { ...provenPatients, ...guardianVisits },
  // with limited access only what they have booked themselves
  'move-own-appointment': { ...provenPatients, guardian: 'ok', limitedGuardian: 'not_found' },
  'cancel-own-appointment': { ...provenPatients, guardian: 'ok', limitedGuardian: 'not_found' },
  'save-appointment-type': delegated,
  'save-provider': delegated,
  'save-room': delegated,
  'save-schedule-exception': writers,
  'remove-schedule-exception': writers,
  'save-scheduling-settings': delegated,
  'visit-obstacles': writers,
  'visit-plans': { ...provenPatients, ...guardianVisits },
  'own-calendar': team,
  // which address, and that a provider alone has one: own-calendar.test.ts
  'make-calendar-address': { team: 'not_found', rest: 'not_allowed' },
  'revoke-calendar-address': { team: 'not_found', rest: 'not_allowed' },

  // selling
  'start-payout-onboarding': admin,
  'refresh-payout-account': admin,
  'assign-charge': admin,
  'save-billing-address': delegated,
  'save-receipt-details': delegated,
  'save-value-settings': admin,
  'value-figures': delegated,
  'save-clinic-place': admin,
  'save-clinic-tax': admin,
  'answer-dispute': {
    admin: 'payments_disconnected',
    delegate: 'payments_disconnected',
    rest: 'not_allowed',
  },
  'accept-dispute': {
    admin: 'payments_disconnected',
    delegate: 'payments_disconnected',
    rest: 'not_allowed',
  },
  // of an account that the sandbox does not have: refund-payment.test.ts
  'refund-payment': {
    admin: 'payments_disconnected',
    delegate: 'payments_disconnected',
    rest: 'not_allowed',
  },
  // the planted invoice is paid: retry-payment.test.ts, send-payment-link.test.ts
  'retry-payment': { admin: 'invoice_paid', delegate: 'invoice_paid', rest: 'not_allowed' },
  'send-payment-link': { admin: 'invoice_paid', delegate: 'invoice_paid', rest: 'not_allowed' },
  'save-plan': admin,
  'publish-plan': admin,
  'change-plan': admin,
  'close-plan': admin,
  'archive-plan': admin,
  'create-coupon': admin,
  'close-coupon': admin,

  // buying
  'join-plan': payingPatients,
  'join-status': payingPatients,
  'cancel-subscription': { ...payingPatients, admin: 'ok' },
  // the planted plan has no other people, no pause and no refund: what it answers is beyond who may ask
  'change-household': {
    patients: 'invalid_input',
    pending: 'invalid_input',
    admin: 'invalid_input',
    rest: 'not_allowed',
  },
  'pause-subscription': {
    patients: 'plan_without_pause',
    pending: 'plan_without_pause',
    admin: 'plan_without_pause',
    rest: 'not_allowed',
  },
  'unpause-subscription': {
    patients: 'subscription_not_paused',
    pending: 'subscription_not_paused',
    admin: 'subscription_not_paused',
    rest: 'not_allowed',
  },
  // only the payer signs another plan's agreement
  'switch-plan': { patients: 'invalid_input', pending: 'invalid_input', rest: 'not_allowed' },
  'keep-present-plan': {
    patients: 'subscription_not_changing',
    pending: 'subscription_not_changing',
    admin: 'subscription_not_changing',
    rest: 'not_allowed',
  },
  'move-members': admin,
  'leave-plan': {
    patients: 'plan_without_refund',
    pending: 'plan_without_refund',
    admin: 'plan_without_refund',
    rest: 'not_allowed',
  },
  'resume-subscription': { ...payingPatients, admin: 'ok' },
  // before the first payment there is no customer at Stripe: change-own-card.test.ts
  'change-own-card': { patients: 'not_found', pending: 'not_found', rest: 'not_allowed' },
  // of an account that the sandbox does not have: set-default-card.test.ts
  'set-default-card': {
    patients: 'payments_disconnected',
    pending: 'payments_disconnected',
    rest: 'not_allowed',
  },
  'remove-own-card': {
    patients: 'payments_disconnected',
    pending: 'payments_disconnected',
    rest: 'not_allowed',
  },
  // by ids of a due invoice: pay-invoice.test.ts
  'pay-invoice': { patients: 'invoice_not_due', pending: 'invoice_not_due', rest: 'not_allowed' },
  // for callers without a membership an invoice or a receipt does not exist
  'receipt-pdf': {
    patients: 'ok',
    pending: 'ok',
    admin: 'ok',
    delegate: 'ok',
    team: 'not_allowed',
    rest: 'not_found',
  },
  'year-statement': {
    patients: 'ok',
    pending: 'ok',
    admin: 'ok',
    delegate: 'ok',
    team: 'not_allowed',
    rest: 'not_found',
  },
  'invoice-pdf': {
    patients: 'ok',
    pending: 'ok',
    admin: 'ok',
    delegate: 'ok',
    team: 'not_allowed',
    rest: 'not_found',
  },

  // one's own pages
  'save-personal-details': provenPatients,
  'save-health-information': provenPatients,
  'mark-notices-read': team,
  'save-task': writers,
  'complete-task': writers,
  // both sides of a thread: patients in their own
  'send-message': { ...provenPatients, guardian: 'ok', team: 'ok', viewer: 'not_allowed' },
  'open-value-receipt': provenPatients,
  'read-messages': { ...provenPatients, guardian: 'ok', team: 'ok', viewer: 'not_allowed' },
  'assign-thread': writers,
  'close-thread': writers,
  'message-counts': team,
  'save-message-settings': delegated,
  'share-feedback': provenPatients,
  'answer-feedback': writers,
  'feedback-counts': team,
  'save-contact-preferences': provenPatients,
  'answer-consents-anew': provenPatients,
  'save-own-profile': { rest: 'ok' },
  'save-notice-preferences': team,

  // what the clinic pays and earns
  'create-checkout': delegated,
  'update-payment-method': delegated,
  'preview-tier': delegated,
  // without a tier: tier-changes.test.ts
  'cancel-tier': { admin: 'clinic_tier_missing', delegate: 'clinic_tier_missing', rest: 'not_allowed' },
  'resume-tier': { admin: 'clinic_tier_missing', delegate: 'clinic_tier_missing', rest: 'not_allowed' },
  'refresh-billing': delegated,
  'clinic-invoice-pdf': delegated,
  'clinic-invoices-zip': delegated,
  'pay-clinic-invoice': delegated,
  'check-subscription': { rest: 'ok' },
  'lacking-features': { team: 'ok', patients: 'ok', rest: 'not_allowed' },
  'clinic-activity': admin,
  'dashboard-figures': team,
  'newest-members': team,
  'money-overview': delegated,
  'membership-metrics': delegated,
}

/** Who may call which procedure of the exposed schema, by HTTP status; the rest get 403. */
/** Procedures are about the caller; a guardian's request is about somebody else. */
const noGuardian: Outcomes = { guardian: '403', limitedGuardian: '403' }

export const procedureOutcomes: Record<string, Outcomes> = {
  audit_log_for_me: { ...noGuardian, visitor: '401', rest: '200' },
  get_users_by_ids: { ...noGuardian, visitor: '401', rest: '200' },
  sign_ins_for_me: { ...noGuardian, visitor: '401', rest: '200' },
  texts_stopped_for_me: { ...noGuardian, visitor: '401', patients: '200', rest: '403' },
}

/** The expected outcome of one cell of the table. */
export function expectedOutcome(outcomes: Outcomes, actor: ActorName): string {
  const named = outcomes[actor]
  if (named !== undefined) return named
  if (actor === 'visitor') return 'not_signed_in'
  if (actor === 'banned' || actor === 'service') return 'session_ended'
  // what is for guardians says so
  if ((guardianNames as readonly ActorName[]).includes(actor)) return 'not_allowed'
  const group = (['patients', 'team', 'guests', 'everybody'] as const).find(
    (name) => outcomes[name] !== undefined && (groups[name] as readonly ActorName[]).includes(actor),
  )
  const outcome = group ? outcomes[group] : outcomes.rest
  if (outcome === undefined) throw new Error(`nothing is written for ${actor}`)
  return outcome
}

/** The actors whose call a function carries out, a visitor first. */
export function callersOf(name: string): ActorName[] {
  return actorNames.filter((actor) => expectedOutcome(functionOutcomes[name] ?? {}, actor) === 'ok')
}
