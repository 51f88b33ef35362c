import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import type { World } from '#db/tests/tenant-escape/world.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { noticeDefaults } from '#domain/preferences/defaults.ts'
import { dateIn } from '#domain/zones.ts'
import { agreement } from '#testing/agreement.ts'
import { anAppointment, aProvider, aScheduleException } from '#testing/appointments.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aCarePlanForm, aCarePlanTemplate, aTemplateForm } from '#testing/care-plans.ts'
import { anOpenClinicInvoice } from '#testing/clinic-invoices.ts'
import { aContentItem, anArticle } from '#testing/content.ts'
import { someFeedback } from '#testing/feedback.ts'
import { aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aThread } from '#testing/messages.ts'
import { aMerge, aRecord } from '#testing/patient-merges.ts'
import { anInvitation, aPatient, aStaffMember, type Patient } from '#testing/people.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'
import { anEnrollment, aProgram, aProgramForm } from '#testing/programs.ts'
import { aSupportAccess } from '#testing/support.ts'
import { aTask } from '#testing/tasks.ts'
import { aValueReceipt } from '#testing/value-receipts.ts'
import { anOffer, aWaitlistEntry } from '#testing/waitlist.ts'
import type { Planter } from './planted.ts'
import type { TestServer } from './test-server.ts'

/** What inputs refer to: two clinics that sell, and the people of db/tests/tenant-escape/world.ts. */
export interface Scene {
  test: TestServer
  plant: Planter
  world: World
  /** A plan on sale in clinic 1, known to the payment sandbox. */
  plan: PlanView
  /** An invoice of clinic 1 that the payment sandbox knows. */
  invoiceId: string
}

/** The actor's own patient record in clinic 1; for actors without one, the first patient's. */
/** In which receipts are planted. */
export const plantedYear = () => Number(dateIn(new Date(), 'America/New_York').slice(0, 4))

export function recordOf({ world }: Scene, actor: ActorName): string {
  const ward = world.guardianships[actor]
  if (ward) return ward.patientId
  return (world.people[actor] as Partial<Patient> | undefined)?.patientId ?? world.owners.patient.patientId
}

/** Two records of one person, without accounts. */
async function pairOf({ test, world }: Scene) {
  const [intoId, fromId] = [
    await aRecord(test.db, world.clinics.one),
    await aRecord(test.db, world.clinics.one),
  ]
  return { intoId, fromId }
}

const otherPairOf = async (scene: Scene) => {
  const { intoId, fromId } = await pairOf(scene)
  return { patientId: intoId, otherId: fromId }
}

/** A value receipt of a plan that is planted for it. */
export async function valueReceiptOf({ test, plant }: Scene, clinicId: string, patientId: string) {
  const subscriptionId = await plant.subscription(clinicId, patientId)
  return aValueReceipt(test.db, { clinicId, patientId, subscriptionId })
}

const aClinicInvoice = ({ test, world }: Scene) => anOpenClinicInvoice(test, world.clinics.one.id)

/**
 * A valid input for every function, new for each call: what it refers to is in clinic 1 and, where possible, the
 * caller's own. So a refusal is about the caller.
 */
export const functionInputs: Record<string, (scene: Scene, actor: ActorName) => object | Promise<object>> = {
  'check-subdomain': () => ({ subdomain: aName() }),
  'create-clinic-with-admin': () => ({ name: 'New Clinic', subdomain: aName() }),
  'update-clinic-profile': ({ world }) => ({
    name: world.clinics.one.name,
    timeZone: 'America/New_York',
    color: 'plum',
  }),
  'mark-join-page-viewed': () => ({}),
  'setup-checklist': () => ({}),
  'clinic-security': () => ({}),
  'save-clinic-brand': () => ({
    version: 0,
    brand: { ownsColor: true, color: '#0F62AC', hidesCarefold: true },
  }),
  'update-clinic-security': () => ({ requiresMfa: false }),

  'sso-settings': () => ({}),
  'add-sso-provider': () => ({
    name: 'Work account',
    domains: 'example.test',
    way: 'fields',
    metadata: '',
    entityId: 'https://idp.example.test',
    ssoUrl: 'https://idp.example.test/sso',
    certificate: 'MIIB',
    emailAttribute: '',
    joinsAnyone: false,
  }),
  'switch-sso-provider': () => ({ providerId: crypto.randomUUID(), isEnabled: false }),
  'remove-sso-provider': () => ({ providerId: crypto.randomUUID() }),
  'check-sso-domain': () => ({ domain: 'northwind.test' }),
  'sign-in-organizations': () => ({}),

  'confirm-person': () => ({ currentPassword: '', nonce: '000000' }),
  'clinic-join': ({ world }) => ({
    email: aGuestAddress(),
    password: 'a quiet long password',
    name: 'Dana',
    subdomain: world.clinics.one.subdomain,
  }),
  'find-clinics': () => ({ text: 'family' }),
  'send-contact-request': () => ({
    about: 'demo',
    name: 'Ada Lane',
    email: 'ada@clinic.test',
    clinicName: '',
    message: 'Hello',
  }),
  'own-invitations': () => ({}),
  'activate-membership': ({ world }) => ({ clinicId: world.clinics.one.id }),
  'join-clinic': ({ world }) => ({ clinicId: world.clinics.one.id }),
  'set-tenant-claim': ({ world }) => ({ clinicId: world.clinics.one.id }),
  'get-user-profiles': ({ world }) => ({ userIds: [world.owners.patient.userId] }),
  'change-team-access': async ({ test, world }) => {
    const colleague = await aStaffMember(test.db, world.clinics.one)
    return { membershipId: colleague.membershipId, access: 'read-only' }
  },
  'set-permission-sets': async ({ test, world }) => {
    const colleague = await aStaffMember(test.db, world.clinics.one)
    return { membershipId: colleague.membershipId, permissionSets: ['money'] }
  },
  'list-members': () => ({}),
  'export-members': () => ({}),
  'operator-clinics': () => ({ search: '' }),
  'operator-overview': () => ({}),
  'agree-fee': ({ world }) => ({ clinicId: world.clinics.one.id, policy: 'flat_month', feeCents: 9_900 }),
  'retry-job': () => ({ jobId: crypto.randomUUID() }),
  'check-patient-import': () => importedRows(),
  'import-patients': () => ({ ...importedRows(), attempt: crypto.randomUUID(), invites: false }),
  'patient-import': () => ({}),
  'export-clinic': () => ({}),
  'search-people': () => ({ text: 'ro' }),
  'person-looks': ({ world }) => ({ patientId: world.owners.patient.patientId }),
  'save-care-plan': async ({ test, world }) => {
    const { patientId } = world.owners.patient
    const [saved] = await test.db.asOwner<{ version: number }>(
      'select version from care_plans where patient_id = $1',
      [patientId],
    )
    return aCarePlanForm(patientId, { version: saved?.version ?? 0 })
  },
  'save-care-plan-template': () => aTemplateForm(),
  'delete-care-plan-template': async ({ test, world }) => ({
    templateId: await aCarePlanTemplate(test.db, world.clinics.one),
  }),
  'add-person-note': ({ world }) => ({
    patientId: world.owners.patient.patientId,
    body: 'Prefers mornings.',
  }),
  'change-person-note': async (scene, actor) => ({
    noteId: await noteOf(scene, actor),
    body: 'Prefers afternoons.',
    version: 1,
  }),
  'remove-person-note': async (scene, actor) => ({ noteId: await noteOf(scene, actor), isRemoved: true }),
  person: ({ world }) => ({ personId: world.owners.patient.membershipId }),
  'transfer-ownership': async ({ test, world }) => {
    const heir = await aStaffMember(test.db, world.clinics.one, { role: 'admin' })
    return { membershipId: heir.membershipId }
  },
  'remove-member': async ({ test, world }) => {
    const leaver = await aPatient(test.db, world.clinics.one)
    return { membershipId: leaver.membershipId }
  },
  'clinic-closing': () => ({}),
  'close-clinic': ({ world }) => ({ name: world.clinics.one.name }),
  'keep-clinic': () => ({}),
  'ask-support-access': ({ world }) => ({
    clinicId: world.clinics.one.id,
    reason: 'A mail does not arrive',
  }),
  'end-support-access': async (scene) => ({ accessId: await aWaitingAccess(scene) }),
  'operator-support': () => ({}),
  'support-view': async (scene) => ({ accessId: await aWaitingAccess(scene) }),
  'support-accesses': () => ({}),
  'decide-support-access': async (scene) => ({
    accessId: await aWaitingAccess(scene),
    decision: 'decline',
  }),
  'leave-clinic': () => ({ confirmed: false }),
  'compare-patients': async (scene) => pairOf(scene),
  'merge-patients': async (scene) => pairOf(scene),
  'part-patients': async ({ test, world }) => ({ mergeId: await aMerge(test.db, world.clinics.one) }),
  'dismiss-duplicates': async (scene) => otherPairOf(scene),
  'restore-duplicates': async (scene) => {
    const pair = await otherPairOf(scene)
    const { clinics } = scene.world
    await scene.test.db.asOwner(
      `insert into app.dismissed_duplicates (clinic_id, patient_id, other_patient_id, dismissed_at, dismissed_by)
       values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), now(), $4)`,
      [clinics.one.id, pair.patientId, pair.otherId, clinics.one.admin.userId],
    )
    return pair
  },
  'patients-like': () => ({ name: 'Nora Lindquist', email: '' }),
  'possible-duplicates': () => ({}),
  'count-possible-duplicates': () => ({}),
  'person-merges': ({ world }) => ({ patientId: world.owners.patient.patientId }),
  'legal-hold': ({ world }) => ({ patientId: world.owners.patient.patientId, hold: true }),
  'invite-patient': ({ world }) => ({
    clinicId: world.clinics.one.id,
    email: aGuestAddress(),
    role: 'patient',
  }),
  'resend-invitation': waitingPatient,
  'revoke-invitation': waitingPatient,

  guardians: (scene, actor) => ({ patientId: recordOf(scene, actor) }),
  'add-guardian': ({ world }) => ({
    patientId: world.owners.otherPatient.patientId,
    fullName: 'Greta Guardian',
    email: aGuestAddress(),
    access: 'full',
    untilOn: '',
    agreedBy: 'Both parents, in the practice',
    bornOn: bornYearsAgo(7),
  }),
  'save-guardian-rules': async ({ test, world }) => {
    const id = world.clinics.one.id
    await test.db.asOwner('delete from guardian_rules where clinic_id = $1', [id])
    return { version: 0, rules: { limitedFrom: 12, endsAt: 18, invites: true } }
  },
  'own-wards': () => ({}),
  'accept-guardianship': guardianshipOf,
  'end-guardianship': guardianshipOf,
  'ask-to-end-guardianship': guardianshipOf,

  'file-links': async (scene) => ({ fileIds: [await aPersonFile(scene)] }),
  'storage-use': () => ({}),
  'set-avatar': () => ({ fileId: null }),
  'set-clinic-logo': () => ({ fileId: null }),
  'share-file': async (scene) => ({ fileId: await aPersonFile(scene), isShared: true }),
  'remove-file': async (scene) => ({ fileId: await aPersonFile(scene) }),

  'create-content': () => ({
    title: 'Sleeping well',
    type: 'article',
    category: 'Wellness',
    description: '',
  }),
  'save-content': async (scene) => ({
    itemId: await contentOf(scene, 'draft'),
    version: 1,
    title: 'Sleeping better',
    category: 'Wellness',
    description: '',
    coverFileId: null,
    body: anArticle(),
  }),
  'publish-content': async (scene) => ({ itemId: await contentOf(scene, 'draft'), version: 1 }),
  'set-content-status': async (scene) => ({
    itemId: await contentOf(scene, 'published'),
    status: 'archived',
  }),
  'delete-content': async (scene) => ({ itemId: await contentOf(scene, 'draft'), isDeleted: true }),
  'feature-content': async (scene) => ({ itemId: await contentOf(scene, 'draft'), isFeatured: true }),
  'set-content-category': () => ({ name: aName(), isOffered: true }),
  'content-examples': () => ({}),
  'copy-content-examples': () => ({ keys: ['balanced-plate'] }),
  'set-visit-lesson': async (scene, actor) => ({
    appointmentId: await visitOf(scene, actor),
    presentationId: (await aPresentation(scene.test.db, scene.world.clinics.one)).itemId,
  }),
  'show-slide': async (scene, actor) => ({ lessonId: await lessonOf(scene, actor), slide: 1 }),
  'finish-visit-lesson': async (scene, actor) => ({
    lessonId: await lessonOf(scene, actor, true),
    answers: [],
  }),
  'share-library': async ({ world }) => ({ subdomain: world.clinics.two.subdomain, isShared: true }),
  'shared-libraries': () => ({}),
  'copy-shared-content': async (scene) => ({ itemId: await sharedContentOf(scene) }),
  'start-slides-import': async ({ test, world }) => ({
    itemId: (await aPresentation(test.db, world.clinics.one)).itemId,
    address: 'https://docs.google.com/presentation/d/strong-knees-of-the-test/edit',
  }),
  'import-google-slides': () => ({ code: 'code', state: 'of nobody' }),
  'list-presentations': () => ({}),
  'get-presentation-slides': async ({ test, world }) => ({
    presentationId: (await aPresentation(test.db, world.clinics.one)).itemId,
  }),
  'featured-presentations': () => ({}),
  'record-reading': async (scene) => ({ itemId: await contentOf(scene, 'published'), position: 0.5 }),
  'save-for-later': async (scene) => ({ itemId: await contentOf(scene, 'published'), isSaved: true }),
  'rate-lesson': async (scene) => ({ itemId: await contentOf(scene, 'published'), rating: 5 }),
  'learning-figures': () => ({}),
  'own-programs': () => ({}),
  'complete-lesson': async (scene) => ({ itemId: await pictureOf(scene) }),
  'assign-lesson': async (scene) => ({
    itemId: await contentOf(scene, 'published'),
    patientIds: [scene.world.owners.patient.patientId],
  }),
  'withdraw-assignment': async (scene) => ({ assignmentId: await assignmentOf(scene), isWithdrawn: true }),
  'push-correction': async (scene) => ({ itemId: await contentOf(scene, 'published') }),
  'save-program': () => aProgramForm(),
  'delete-program': async ({ test, world }) => ({
    programId: (await aProgram(test.db, world.clinics.one)).programId,
    isDeleted: true,
  }),
  'add-to-program': async (scene) => ({
    programId: (await aProgram(scene.test.db, scene.world.clinics.one)).programId,
    itemId: await contentOf(scene, 'draft'),
  }),
  'assign-program': async ({ test, world }) => ({
    programId: (await aProgram(test.db, world.clinics.one)).programId,
    patientIds: [world.owners.patient.patientId],
  }),
  'end-enrollment': async ({ test, world }) => ({
    enrollmentId: await anEnrollment(test.db, world.clinics.one, world.owners.patient),
  }),
  'program-examples': () => ({}),
  'copy-program-example': () => ({ key: 'sleep-optimization' }),
  'free-times': () => ({ appointmentType: 'checkup', days: 1 }),
  'visit-days': () => ({ from: '2026-03-01', days: 31 }),
  'held-times': () => ({ from: '2026-03-01', days: 7 }),
  'join-waitlist': aWaitlistWish,
  'leave-waitlist': waitlistEntryOf,
  'remove-from-waitlist': waitlistEntryOf,
  'accept-offer': waitlistOfferOf,
  'decline-offer': waitlistOfferOf,
  'schedule-appointment': ({ world }) => ({
    ...aVisitForm(),
    patientId: world.owners.patient.patientId,
  }),
  'reschedule-appointment': async (scene, actor) => ({
    ...aVisitForm(),
    appointmentId: await visitOf(scene, actor),
    version: 1,
  }),
  'cancel-appointment': async (scene, actor) => ({ appointmentId: await visitOf(scene, actor), reason: '' }),
  'mark-appointment': async (scene, actor) => ({
    appointmentId: await visitOf(scene, actor),
    step: 'arrived',
  }),
  'save-scheduling-settings': async ({ test, world }) => {
    const [settings] = await test.db.asOwner<{ version: number }>(
      'select version from scheduling_settings where clinic_id = $1',
      [world.clinics.one.id],
    )
    return { version: settings?.version ?? 0, calendarNames: false }
  },
  'visit-obstacles': ({ world }) => ({
    ...aVisitForm(),
    patientId: world.owners.patient.patientId,
  }),
  'visit-plans': () => ({}),
  'own-calendar': () => ({}),
  'make-calendar-address': () => ({}),
  'revoke-calendar-address': () => ({}),
  'hold-time': aFreeTime,
  'book-appointment': aFreeTime,
  'move-own-appointment': async (scene, actor) => {
    const appointmentId = await visitOf(scene, actor)
    const { providerId, startsAt } = await aFreeTime(scene)
    return { appointmentId, providerId, startsAt, acceptsLate: true }
  },
  'cancel-own-appointment': async (scene, actor) => ({
    appointmentId: await visitOf(scene, actor),
    reason: '',
    acceptsLate: true,
  }),
  'save-appointment-type': () => ({
    version: 0,
    name: 'Home visit',
    durationMinutes: 30,
    beforeMinutes: 0,
    afterMinutes: 0,
    place: 'in_person',
    videoLink: '',
    patientsBook: 'yes',
    minNoticeMinutes: 0,
    maxNoticeDays: 30,
    cancelWindowHours: 24,
    cancelPolicy: '',
    bring: '',
    isActive: true,
    plans: [],
  }),
  'save-provider': async ({ test, world }) => {
    const { userId, name } = await aStaffMember(test.db, world.clinics.one)
    return { version: 0, userId, name, title: '', types: [], isActive: true, hours: [] }
  },
  'save-room': () => ({ version: 0, name: `Room ${crypto.randomUUID()}`, isActive: true }),
  'save-schedule-exception': () => ({
    providerId: null,
    kind: 'off',
    title: '',
    startsOn: '2040-01-02',
    endsOn: '2040-01-02',
    opens: null,
    closes: null,
  }),
  'remove-schedule-exception': async ({ test, world }) => ({
    exceptionId: await aScheduleException(test.db, world.clinics.one),
  }),

  'start-payout-onboarding': () => ({}),
  'refresh-payout-account': () => ({}),
  'save-plan': () => ({ kind: 'wellness', name: 'Draft', interval: 'month', amountCents: 4900 }),
  'publish-plan': async ({ plant, world }) => ({ planId: (await plant.plan(world.clinics.one.id)).planId }),
  'change-plan': async ({ plant, world }) => {
    const { planId, versionId } = await plant.plan(world.clinics.one.id, 'published')
    return { planId, versionId, name: 'Visits', interval: 'month', amountCents: 5900 }
  },
  'close-plan': async ({ plant, world }) => ({
    planId: (await plant.plan(world.clinics.one.id, 'published')).planId,
  }),
  'archive-plan': async ({ plant, world }) => ({
    planId: (await plant.plan(world.clinics.one.id, 'closed')).planId,
  }),

  'create-coupon': () => ({
    code: `C${crypto.randomUUID().slice(0, 8)}`,
    percent: 10,
    amountCents: null,
    duration: 'forever',
    months: null,
    planId: null,
    maxUses: null,
    lastOn: null,
  }),
  'close-coupon': async ({ plant, world }) => ({ couponId: await plant.coupon(world.clinics.one.id) }),
  'check-coupon': async ({ plant, world, plan }) => ({
    priceId: plan.price.id,
    code: await plant.couponCode(world.clinics.one.id),
  }),
  'join-plan': ({ plan }) => ({ priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }),
  'join-status': async (scene, actor) => ({
    sessionId: await scene.plant.paidPage(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'cancel-subscription': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'change-household': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    add: [],
    remove: [crypto.randomUUID()],
  }),
  'pause-subscription': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'unpause-subscription': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'switch-plan': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    // of another kind
    priceId: scene.plan.price.id,
  }),
  'keep-present-plan': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'move-members': async ({ plant, world }) => ({
    planId: (await plant.plan(world.clinics.one.id, 'published')).planId,
  }),
  'leave-plan': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'resume-subscription': async (scene, actor) => ({
    subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor), {
      isEnding: true,
    }),
  }),
  'invoice-pdf': async (scene, actor) => {
    // the sandbox has one invoice, which becomes the caller's
    await scene.test.db.asOwner('update invoices set patient_id = $2 where id = $1', [
      scene.invoiceId,
      recordOf(scene, actor),
    ])
    return { invoiceId: scene.invoiceId }
  },

  'change-own-card': () => ({}),
  'assign-charge': async (scene) => ({
    chargeId: await scene.plant.charge(scene.world.clinics.one.id),
    patientId: null,
  }),
  'set-default-card': async (scene, actor) => ({
    cardId: await scene.plant.card(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'remove-own-card': async (scene, actor) => ({
    cardId: await scene.plant.card(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'pay-invoice': async (scene, actor) => {
    await scene.test.db.asOwner('update invoices set patient_id = $2 where id = $1', [
      scene.invoiceId,
      recordOf(scene, actor),
    ])
    return { invoiceId: scene.invoiceId }
  },
  // planted payers are more than the smaller tiers take
  'preview-tier': () => ({ plan: 'enterprise' }),
  'cancel-tier': () => ({}),
  'resume-tier': () => ({}),
  'update-payment-method': () => ({}),
  'refund-payment': async (scene, actor) => ({
    paymentId: await scene.plant.payment(scene.world.clinics.one.id, recordOf(scene, actor)),
    amountCents: 100,
    attempt: crypto.randomUUID(),
  }),
  'retry-payment': async (scene, actor) => ({
    invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
    attempt: crypto.randomUUID(),
  }),
  'send-payment-link': async (scene, actor) => ({
    invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'answer-dispute': async (scene, actor) => ({
    disputeId: await scene.plant.dispute(scene.world.clinics.one.id, recordOf(scene, actor)),
    evidence: 'A visit',
    attempt: crypto.randomUUID(),
  }),
  'accept-dispute': async (scene, actor) => ({
    disputeId: await scene.plant.dispute(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  // none, as before: agreements name the place
  'save-clinic-place': () => ({ place: null }),
  'save-clinic-tax': () => ({ tax: { name: 'HST', percentage: '13', isInclusive: false } }),
  'save-billing-address': async ({ test, world }) => {
    const [row] = await test.db.asOwner<{ version: number }>(
      'select version from billing_addresses where clinic_id = $1',
      [world.clinics.one.id],
    )
    return {
      version: row?.version ?? 0,
      name: 'Clinic',
      line1: '1 Road',
      line2: '',
      city: 'Town',
      state: 'MA',
      postalCode: '01103',
      country: 'US',
    }
  },
  'save-receipt-details': async ({ test, world }) => {
    const [row] = await test.db.asOwner<{ version: number }>(
      'select version from receipt_details where clinic_id = $1',
      [world.clinics.one.id],
    )
    return { version: row?.version ?? 0, legalName: 'Clinic PLLC', address: '1 Road', taxNumber: '', npi: '' }
  },
  'save-value-settings': async ({ test, world }) => {
    const [row] = await test.db.asOwner<{ version: number }>(
      'select version from value_receipt_settings where clinic_id = $1',
      [world.clinics.one.id],
    )
    return { version: row?.version ?? 0, audience: 'nobody', prices: { message: '15.00' } }
  },
  'value-figures': () => ({}),
  'open-value-receipt': async (scene, actor) => ({
    receiptId: await valueReceiptOf(scene, scene.world.clinics.one.id, recordOf(scene, actor)),
  }),
  'refresh-billing': () => ({}),
  'clinic-invoice-pdf': async (scene) => ({ invoiceId: await aClinicInvoice(scene) }),
  'pay-clinic-invoice': async (scene) => ({ invoiceId: await aClinicInvoice(scene) }),
  'clinic-invoices-zip': async (scene) => {
    await aClinicInvoice(scene)
    return {}
  },
  'year-statement': async (scene, actor) => {
    const patientId = recordOf(scene, actor)
    await scene.plant.receipt(scene.world.clinics.one.id, patientId)
    return { year: plantedYear(), patientId }
  },
  'receipt-pdf': async (scene, actor) => ({
    receiptId: await scene.plant.receipt(scene.world.clinics.one.id, recordOf(scene, actor)),
  }),

  'save-personal-details': async (scene, actor) => ({
    version: await savesOf(scene, actor, 'patient_details'),
    firstName: 'Dana',
    lastName: 'Fox',
    phone: '(212) 555-0123',
    dateOfBirth: '1984-02-29',
    address: '12 Mill Street',
    city: 'New York',
    state: 'NY',
    zipCode: '10001',
  }),
  'save-health-information': async (scene, actor) => ({
    version: await savesOf(scene, actor, 'patient_health'),
    emergencyContact: 'Ben Fox, brother',
    emergencyPhone: '(212) 555-0124',
    allergies: 'Penicillin',
    medications: '',
    medicalConditions: '',
  }),
  'mark-notices-read': () => ({ noticeIds: [crypto.randomUUID()] }),
  'save-task': ({ world }) => ({
    version: 0,
    title: 'Call back',
    patientId: world.owners.patient.patientId,
    assigneeId: world.people.staff?.userId,
    dueOn: '',
  }),
  'complete-task': async ({ test, world }) => ({
    taskId: (await aTask(test.db, world.clinics.one)).id,
    isDone: true,
  }),
  'send-message': (scene, actor) => ({
    patientId: recordOf(scene, actor),
    body: 'Is Thursday at ten possible?',
    attempt: crypto.randomUUID(),
  }),
  'read-messages': (scene, actor) => ({ patientId: recordOf(scene, actor), upTo: 1 }),
  'assign-thread': async ({ test, world }) => {
    const { patientId } = await aThread(test.db, world.clinics.one)
    return { patientId, assigneeId: world.people.staff?.userId }
  },
  'close-thread': async ({ test, world }) => {
    const { patientId } = await aThread(test.db, world.clinics.one)
    return { patientId, isClosed: true }
  },
  'message-counts': () => ({}),
  'save-message-settings': async (scene) => ({
    version: await settingsVersion(scene),
    replyWithin: 'one_day',
    awayText: '',
    awayFrom: '',
    awayUntil: '',
  }),
  'share-feedback': async ({ test, world }) => {
    // of a day, one may be open
    await test.db.asOwner('delete from feedback where clinic_id = $1', [world.clinics.one.id])
    return { rating: 5, body: 'Kind and on time.', mayCall: false, phone: '' }
  },
  'feedback-counts': () => ({}),
  'answer-feedback': async ({ test, world }) => ({
    feedbackId: (await someFeedback(test.db, world.clinics.one)).id,
    isAnswered: true,
  }),
  'save-contact-preferences': async (scene, actor) => ({
    version: await savesOf(scene, actor, 'contact_preferences'),
    emailNotifications: true,
    smsNotifications: false,
    appointmentReminders: false,
    marketingCommunications: false,
  }),
  'answer-consents-anew': () => ({}),
  'save-own-profile': () => ({
    version: 0,
    firstName: 'Dana',
    lastName: 'Fox',
    username: aName(),
    website: '',
    description: '',
    bio: '',
  }),
  'save-notice-preferences': () => noticeDefaults,

  'create-checkout': () => ({ plan: 'enterprise' }),
  'check-subscription': () => ({}),
  'lacking-features': () => ({}),
  'clinic-activity': () => ({}),
  'dashboard-figures': () => ({}),
  'newest-members': () => ({}),
  'money-overview': () => ({}),
  'membership-metrics': () => ({}),
}

/** How often the actor's own record was saved, as its form would have read. */
async function savesOf(scene: Scene, actor: ActorName, table: string): Promise<number> {
  const [row] = await scene.test.db.asOwner<{ version: number }>(
    `select version from ${table} where clinic_id = $1 and patient_id = $2`,
    [scene.world.clinics.one.id, recordOf(scene, actor)],
  )
  return row?.version ?? 0
}

async function settingsVersion({ test, world }: Scene): Promise<number> {
  const [row] = await test.db.asOwner<{ version: number }>(
    'select version from message_settings where clinic_id = $1',
    [world.clinics.one.id],
  )
  return row?.version ?? 0
}

const aName = () => `name-${crypto.randomUUID().slice(0, 8)}`

async function waitingPatient({ test, world }: Scene): Promise<object> {
  const { membershipId } = await anInvitation(test.db, world.clinics.one, {
    email: aGuestAddress(),
    role: 'patient',
  })
  return { membershipId }
}

async function lessonOf(scene: Scene, actor: ActorName, isStarted = false): Promise<string> {
  const { test, world } = scene
  const lesson = await aVisitLesson(test.db, world.clinics.one, await visitOf(scene, actor), { isStarted })
  return lesson.lessonId
}

/** Published content of the other clinic, which shares its library with the first. */
async function sharedContentOf({ test, world: { clinics } }: Scene): Promise<string> {
  await test.db.asOwner(
    `insert into content_library_shares (clinic_id, with_clinic_id, created_at) values ($1, $2, now())
     on conflict do nothing`,
    [clinics.two.id, clinics.one.id],
  )
  return (await aContentItem(test.db, clinics.two, { status: 'published' })).itemId
}

async function contentOf({ test, world }: Scene, status: 'draft' | 'published'): Promise<string> {
  return (await aContentItem(test.db, world.clinics.one, { status })).itemId
}

/** Something that is complete as soon as its reader says so. */
async function pictureOf({ test, world }: Scene): Promise<string> {
  const body = { type: 'image', fileId: null, alt: 'A knee' } as const
  return (await aContentItem(test.db, world.clinics.one, { body, status: 'published' })).itemId
}

async function assignmentOf({ test, world }: Scene): Promise<string> {
  return (await anAssignment(test.db, world.clinics.one, world.owners.patient)).id
}

function aPersonFile({ plant, world }: Scene): Promise<string> {
  return plant.personFile(world.clinics.one.id, world.owners.patient.patientId)
}

/** A note in clinic 1 by the actor; for actors who are in no team, by the admin. */
function noteOf({ test, world }: Scene, actor: ActorName): Promise<string> {
  const author = world.people[actor]
  return aPersonNote(test.db, world.clinics.one, world.owners.patient, author ? { author } : {})
}

/** Days on which nothing else is: each call takes another one, in all files of a process, which share this module. */
let lastDay = Date.UTC(2040, 5, 1)
export function aFreeDay(): string {
  lastDay += 24 * 60 * 60 * 1000
  return new Date(lastDay).toISOString().slice(0, 10)
}

export function aVisitForm() {
  const when = { date: aFreeDay(), time: '09:00', duration: 30 }
  return { appointmentType: 'checkup', providerId: '', roomId: '', notes: '', ...when }
}

/** A visit of the caller, or of the first patient. */
async function visitOf(scene: Scene, actor: ActorName): Promise<string> {
  const patient = { patientId: recordOf(scene, actor) }
  return (await anAppointment(scene.test.db, scene.world.clinics.one, patient, { date: aFreeDay() })).id
}

/** A time of a provider of clinic 1 who sees nobody else. */
export async function aFreeTime({ test, world }: Scene) {
  const clinic = world.clinics.one
  await test.db.asOwner('update appointment_types set max_notice_days = 730 where clinic_id = $1', [
    clinic.id,
  ])
  const { id } = await aProvider(test.db, clinic, { days: [1, 2, 3, 4, 5, 6, 7] })
  const inAWeek = new Date(test.clock.now().getTime() + (7 + ++freeTimes) * 24 * 60 * 60 * 1000)
  inAWeek.setUTCHours(18, 0, 0, 0)
  return { appointmentType: 'checkup', providerId: id, startsAt: inAWeek.toISOString() }
}
let freeTimes = 0

/** A valid wish for the waitlist. */
export function aWaitlistWish() {
  return {
    appointmentType: 'checkup',
    providerId: '',
    appointmentId: null,
    days: [],
    opens: null,
    closes: null,
    until: '2050-01-01',
  }
}

async function waitlistEntryOf(scene: Scene, actor: ActorName) {
  return {
    entryId: await aWaitlistEntry(scene.test.db, scene.world.clinics.one, {
      patientId: recordOf(scene, actor),
    }),
  }
}

async function waitlistOfferOf(scene: Scene, actor: ActorName) {
  return {
    offerId: await anOffer(scene.test.db, scene.world.clinics.one, { patientId: recordOf(scene, actor) }),
  }
}

const importedRows = () => ({
  rows: [{ line: 2, cells: { fullName: 'Ida Moss', email: `${crypto.randomUUID()}@import.test` } }],
  dateOrder: 'mdy',
})

/** Somebody's access to the patient's page. */
async function guardianshipOf({ test, world }: Scene): Promise<{ guardianId: string }> {
  const { patientId } = world.owners.patient
  const { guardianshipId } = await aGuardian(test.db, world.clinics.one, { patientId })
  return { guardianId: guardianshipId }
}

const aWaitingAccess = ({ test, world }: Scene) =>
  aSupportAccess(test.db, world.clinics.one.id, { askedAt: new Date() })
