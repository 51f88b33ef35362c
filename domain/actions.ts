/**
 * Every business action by its name in `POST /functions/v1/<name>`: what a caller sends, and what comes back.
 *
 * Types only: the web app calls by this list, and `server/declared-actions.ts` holds it to the server's actions.
 * Answers are as JSON carries them: instants are ISO strings.
 */

import type * as z from 'zod/mini'
import type { confirmPersonInput } from './account/fresh-proof.ts'
import type { LookRow } from './account/record-looks.ts'
import type { ClinicActivity } from './activity/activity.ts'
import type { clinicActivityInput } from './activity/inputs.ts'
import type { LearningFigures } from './analytics/analytics.ts'
import type {
  bookAppointmentInput,
  cancelAppointmentInput,
  cancelOwnAppointmentInput,
  FreeTimesView,
  freeTimesInput,
  holdTimeInput,
  markAppointmentInput,
  moveOwnAppointmentInput,
  rescheduleAppointmentInput,
  scheduleAppointmentInput,
  VisitDays,
  VisitObstacles,
  visitDaysInput,
  visitObstaclesInput,
} from './appointments/appointments.ts'
import type {
  OwnCalendar,
  saveAppointmentTypeInput,
  saveProviderInput,
  saveRoomInput,
  saveScheduleExceptionInput,
  scheduleExceptionIdInput,
  schedulingSettingsInput,
  VisitPlans,
} from './appointments/scheduling.ts'
import type { AppointmentStatus } from './appointments/visits.ts'
import type { Assigned } from './assignments/assignments.ts'
import type { assignLessonInput, pushCorrectionInput, withdrawAssignmentInput } from './assignments/inputs.ts'
import type { HeldTimesView, heldTimesInput } from './calendar/held-times.ts'
import type { saveCarePlanInput } from './care-plans/care-plans.ts'
import type { deleteCarePlanTemplateInput, saveCarePlanTemplateInput } from './care-plans/own-templates.ts'
import type { JoinStatus, joinPlanInput, joinStatusInput, PageUrl } from './checkouts/checkouts.ts'
import type { ClinicClosing, closeClinicInput } from './clinic-closing/clinic-closing.ts'
import type { billingAddressInput } from './clinic-tier/billing-address.ts'
import type {
  clinicInvoiceInput,
  createCheckoutInput,
  previewTierInput,
  SubscriptionTier,
  TierPreview,
} from './clinic-tier/clinic-tier.ts'
import type { LackingFeatures } from './clinic-tier/tier-features.ts'
import type { clinicBrandInput } from './clinics/clinic-brand.ts'
import type { ClinicSecurity, clinicSecurityInput } from './clinics/clinic-security.ts'
import type {
  ClinicRow,
  checkSubdomainInput,
  clinicProfileInput,
  createClinicInput,
  FoundClinic,
  findClinicsInput,
  RequestedClinic,
  SubdomainCheck,
} from './clinics/clinics.ts'
import type {
  ContentExample,
  contentCategoryInput,
  contentStatusInput,
  copyExamplesInput,
  createContentInput,
  deleteContentInput,
  featureContentInput,
  publishContentInput,
  SavedContent,
  saveContentInput,
} from './content/content.ts'
import type { copySharedInput, SharedLibraries, shareLibraryInput } from './content/sharing.ts'
import type { CheckedCoupon, CouponView } from './coupons/coupons.ts'
import type { checkCouponInput, couponIdInput, createCouponInput } from './coupons/inputs.ts'
import type { DashboardFigures } from './dashboard/figures.ts'
import type { MembershipMetrics } from './dashboard/membership-metrics.ts'
import type { NewestMember } from './dashboard/newest-member.ts'
import type { SetupChecklist } from './dashboard/setup-checklist.ts'
import type { answerFeedbackInput, FeedbackCounts, shareFeedbackInput } from './feedback/feedback.ts'
import type { FileLink, StorageUse } from './files/files.ts'
import type { fileIdInput, fileLinksInput, ownPictureInput, shareFileInput } from './files/inputs.ts'
import type {
  addGuardianInput,
  GuardiansView,
  guardianIdInput,
  guardianRulesInput,
  guardiansInput,
  WardView,
} from './guardians/guardians.ts'
import type { InvitationView, invitePatientInput, membershipIdInput } from './invitations/invitations.ts'
import type { acceptDisputeInput, answerDisputeInput } from './invoices/disputes.ts'
import type {
  assignChargeInput,
  invoicePdfInput,
  payInvoiceInput,
  refundPaymentInput,
  retryPaymentInput,
  sendPaymentLinkInput,
} from './invoices/invoices.ts'
import type {
  completeLessonInput,
  rateLessonInput,
  recordReadingInput,
  saveForLaterInput,
} from './learning/learning.ts'
import type { contactRequestInput } from './marketing/contact.ts'
import type {
  clinicIdInput,
  clinicJoinInput,
  LeavingClinic,
  leaveClinicInput,
  listMembersInput,
  memberFilterInput,
  personInput,
  personLooksInput,
  removeMemberInput,
  searchPeopleInput,
  userIdsInput,
} from './memberships/inputs.ts'
import type { FoundPerson, MemberPage } from './memberships/member-list.ts'
import type { OwnMembership, TenantAccess, UserProfile } from './memberships/memberships.ts'
import type { PersonView } from './memberships/person.ts'
import type {
  assignThreadInput,
  closeThreadInput,
  MessageCounts,
  messageSettingsInput,
  readMessagesInput,
  SentMessage,
  sendMessageInput,
} from './messages/messages.ts'
import type { markNoticesReadInput } from './notices/inputs.ts'
import type {
  agreeFeeInput,
  OperatorClinic,
  OperatorOverview,
  operatorClinicsInput,
  retryJobInput,
} from './operator/operator.ts'
import type {
  checkPatientImportInput,
  DryRun,
  importPatientsInput,
  PatientImportView,
  patientImportInput,
} from './patient-imports/patient-imports.ts'
import type {
  duplicatePairInput,
  PatientLike,
  PossibleDuplicates,
  patientsLikeInput,
} from './patient-merges/duplicates.ts'
import type {
  comparePatientsInput,
  mergePatientsInput,
  PatientComparison,
  PatientMerge,
  partPatientsInput,
  personMergesInput,
} from './patient-merges/patient-merges.ts'
import type { ClinicTaxRule } from './payouts/clinic-tax.ts'
import type { startPayoutOnboardingInput } from './payouts/currencies.ts'
import type { saveClinicTaxInput } from './payouts/inputs.ts'
import type { PayoutAccountView } from './payouts/requirements.ts'
import type {
  addPersonNoteInput,
  changePersonNoteInput,
  removePersonNoteInput,
} from './person-notes/person-notes.ts'
import type { changePlanInput, planIdInput, saveClinicPlaceInput, savePlanInput } from './plans/inputs.ts'
import type { Place } from './plans/places.ts'
import type { PlanView } from './plans/plans.ts'
import type { MoveAnswer, moveMembersInput } from './plans/price-moves.ts'
import type { contactPreferencesInput } from './preferences/contact-preferences.ts'
import type { noticePreferencesInput } from './preferences/notice-preferences.ts'
import type { importGoogleSlidesInput, startSlidesImportInput } from './presentations/google-slides.ts'
import type { presentationSlidesInput } from './presentations/inputs.ts'
import type { PresentationObject, PresentationSlides } from './presentations/presentations.ts'
import type { healthInformationInput } from './profiles/health-information.ts'
import type { ownProfileInput } from './profiles/own-profile.ts'
import type { personalDetailsInput } from './profiles/personal-details.ts'
import type {
  addToProgramInput,
  assignProgramInput,
  copyProgramInput,
  deleteProgramInput,
  endEnrollmentInput,
  saveProgramInput,
} from './programs/inputs.ts'
import type { OwnProgram, ProgramExample } from './programs/programs.ts'
import type { receiptPdfInput, yearStatementInput } from './receipts/inputs.ts'
import type { receiptDetailsInput } from './receipts/receipt-details.ts'
import type { ReceiptFile } from './receipts/receipts.ts'
import type { LegalHold, legalHoldInput } from './retention/legal-hold.ts'
import type { checkSsoDomainInput, DomainAnswer, SsoDomainView } from './single-sign-on/domains.ts'
import type {
  addSsoProviderInput,
  SignInOrganization,
  SsoProviderView,
  SsoSettings,
  ssoProviderInput,
  switchSsoProviderInput,
} from './single-sign-on/providers.ts'
import type { MoneyOverview } from './statements/statements.ts'
import type {
  agreedChangeInput,
  ChangeAnswer,
  changeHouseholdInput,
  HouseholdPreview,
  LeavingPreview,
  PausePreview,
  pauseInput,
  ResumePreview,
  SwitchPreview,
  switchPlanInput,
} from './subscriptions/changes.ts'
import type { cancelSubscriptionInput, cardIdInput, subscriptionIdInput } from './subscriptions/inputs.ts'
import type { SubscriptionView } from './subscriptions/subscriptions.ts'
import type {
  askSupportInput,
  decideSupportInput,
  SupportAccess,
  SupportView,
  supportAccessInput,
} from './support/support.ts'
import type { completeTaskInput, saveTaskInput } from './tasks/inputs.ts'
import type { changeTeamAccessInput, setPermissionSetsInput } from './team/inputs.ts'
import type { openValueReceiptInput, saveValueSettingsInput } from './value-receipts/inputs.ts'
import type { ValueFigures } from './value-receipts/value-receipts.ts'
import type { SavedVersion } from './versions.ts'
import type {
  finishVisitLessonInput,
  setVisitLessonInput,
  showSlideInput,
} from './visit-lessons/visit-lessons.ts'
import type { joinWaitlistInput, waitlistEntryInput, waitlistOfferInput } from './waitlist/waitlist.ts'

export interface Actions {
  'check-subdomain': Call<typeof checkSubdomainInput, SubdomainCheck>
  'find-clinics': Call<typeof findClinicsInput, { clinics: FoundClinic[] }>
  'send-contact-request': Call<typeof contactRequestInput, { success: true }>
  'create-clinic-with-admin': Call<typeof createClinicInput, { clinic: RequestedClinic }>
  'update-clinic-profile': Call<typeof clinicProfileInput, { clinic: ClinicRow }>
  'mark-join-page-viewed': Call<NoInput, { success: true }>
  'setup-checklist': Call<NoInput, SetupChecklist>
  'clinic-security': Call<NoInput, ClinicSecurity>
  'save-clinic-brand': Call<typeof clinicBrandInput, SavedVersion>
  'update-clinic-security': Call<typeof clinicSecurityInput, ClinicSecurity>

  'sso-settings': Call<NoInput, SsoSettings>
  'add-sso-provider': Call<typeof addSsoProviderInput, SsoProviderView>
  'switch-sso-provider': Call<typeof switchSsoProviderInput, SsoProviderView>
  'remove-sso-provider': Call<typeof ssoProviderInput, { removed: true }>
  'check-sso-domain': Call<typeof checkSsoDomainInput, { domain: SsoDomainView; answer: DomainAnswer }>
  'sign-in-organizations': Call<NoInput, { organizations: SignInOrganization[] }>

  'confirm-person': Call<typeof confirmPersonInput, { success: true }>
  'clinic-join': Call<typeof clinicJoinInput, { success: true }>
  'activate-membership': Call<typeof clinicIdInput, { membership: OwnMembership }>
  'join-clinic': Call<typeof clinicIdInput, { membership: OwnMembership }>
  'set-tenant-claim': Call<typeof clinicIdInput, { success: true; tenant_access: TenantAccess }>
  'get-user-profiles': Call<typeof userIdsInput, UserProfile[]>
  'change-team-access': Call<typeof changeTeamAccessInput, { success: true }>
  'set-permission-sets': Call<typeof setPermissionSetsInput, { success: true }>
  'list-members': Call<typeof listMembersInput, MemberPage>
  'export-members': Call<typeof memberFilterInput, Response>
  'export-clinic': Call<NoInput, Response>
  'search-people': Call<typeof searchPeopleInput, { people: FoundPerson[] }>
  'person-looks': Call<typeof personLooksInput, { looks: LookRow[]; belowId: number | null }>
  'save-care-plan': Call<typeof saveCarePlanInput, SavedVersion>
  'save-care-plan-template': Call<typeof saveCarePlanTemplateInput, { templateId: string; version: number }>
  'delete-care-plan-template': Call<typeof deleteCarePlanTemplateInput, { success: true }>
  'add-person-note': Call<typeof addPersonNoteInput, { noteId: string }>
  'change-person-note': Call<typeof changePersonNoteInput, SavedVersion>
  'remove-person-note': Call<typeof removePersonNoteInput, { success: true }>
  person: Call<typeof personInput, PersonView>
  'transfer-ownership': Call<typeof membershipIdInput, { success: true }>
  'remove-member': Call<typeof removeMemberInput, { success: true; canceled: number; isConfirmed: boolean }>
  'legal-hold': Call<typeof legalHoldInput, LegalHold>
  'clinic-closing': Call<NoInput, ClinicClosing>
  'close-clinic': Call<typeof closeClinicInput, ClinicClosing>
  'keep-clinic': Call<NoInput, ClinicClosing>
  'ask-support-access': Call<typeof askSupportInput, { accesses: SupportAccess[] }>
  'decide-support-access': Call<typeof decideSupportInput, { accesses: SupportAccess[] }>
  'end-support-access': Call<typeof supportAccessInput, { accesses: SupportAccess[] }>
  'operator-support': Call<NoInput, { accesses: SupportAccess[] }>
  'support-accesses': Call<NoInput, { accesses: SupportAccess[] }>
  'support-view': Call<typeof supportAccessInput, SupportView>
  'leave-clinic': Call<typeof leaveClinicInput, LeavingClinic>
  'operator-clinics': Call<typeof operatorClinicsInput, { clinics: OperatorClinic[]; total: number }>
  'operator-overview': Call<NoInput, OperatorOverview>
  'agree-fee': Call<typeof agreeFeeInput, { fromMonth: string }>
  'retry-job': Call<typeof retryJobInput, { queue: string }>
  'check-patient-import': Call<typeof checkPatientImportInput, DryRun>
  'import-patients': Call<typeof importPatientsInput, PatientImportView>
  'compare-patients': Call<typeof comparePatientsInput, PatientComparison>
  'merge-patients': Call<typeof mergePatientsInput, { mergeId: string }>
  'part-patients': Call<typeof partPatientsInput, { patientId: string }>
  'possible-duplicates': Call<NoInput, PossibleDuplicates>
  'count-possible-duplicates': Call<NoInput, { count: number }>
  'dismiss-duplicates': Call<typeof duplicatePairInput, { success: true }>
  'restore-duplicates': Call<typeof duplicatePairInput, { success: true }>
  'patients-like': Call<typeof patientsLikeInput, { patients: PatientLike[] }>
  'person-merges': Call<typeof personMergesInput, { merges: PatientMerge[] }>
  'patient-import': Call<typeof patientImportInput, { found: PatientImportView | null }>
  'invite-patient': Call<typeof invitePatientInput, { success: true; invitation: InvitationView }>
  'own-invitations': Call<NoInput, { clinics: FoundClinic[] }>
  'resend-invitation': Call<typeof membershipIdInput, { success: true; invitation: InvitationView }>
  'revoke-invitation': Call<typeof membershipIdInput, { success: true }>

  'save-personal-details': Call<typeof personalDetailsInput, SavedVersion>
  'save-health-information': Call<typeof healthInformationInput, SavedVersion>
  'save-own-profile': Call<typeof ownProfileInput, SavedVersion>
  'save-contact-preferences': Call<typeof contactPreferencesInput, SavedVersion>
  'answer-consents-anew': Call<NoInput, { success: true }>
  'save-task': Call<typeof saveTaskInput, { taskId: string; version: number }>
  'complete-task': Call<typeof completeTaskInput, { version: number }>
  'mark-notices-read': Call<typeof markNoticesReadInput, { marked: number }>
  'save-notice-preferences': Call<typeof noticePreferencesInput, SavedVersion>

  'send-message': Call<typeof sendMessageInput, SentMessage>
  'read-messages': Call<typeof readMessagesInput, { unread: number }>
  'assign-thread': Call<typeof assignThreadInput, { success: true }>
  'close-thread': Call<typeof closeThreadInput, { success: true }>
  'message-counts': Call<NoInput, MessageCounts>
  'save-message-settings': Call<typeof messageSettingsInput, SavedVersion>
  'share-feedback': Call<typeof shareFeedbackInput, { feedbackId: string }>
  'feedback-counts': Call<NoInput, FeedbackCounts>
  'answer-feedback': Call<typeof answerFeedbackInput, { success: true }>

  'free-times': Call<typeof freeTimesInput, FreeTimesView>
  'visit-days': Call<typeof visitDaysInput, VisitDays>
  'held-times': Call<typeof heldTimesInput, HeldTimesView>
  'join-waitlist': Call<typeof joinWaitlistInput, { entryId: string }>
  'leave-waitlist': Call<typeof waitlistEntryInput, { success: true }>
  'remove-from-waitlist': Call<typeof waitlistEntryInput, { success: true }>
  'accept-offer': Call<
    typeof waitlistOfferInput,
    { appointmentId: string; became: 'visit' | 'moved' | 'request' }
  >
  'decline-offer': Call<typeof waitlistOfferInput, { success: true }>
  'visit-obstacles': Call<typeof visitObstaclesInput, VisitObstacles>
  'schedule-appointment': Call<typeof scheduleAppointmentInput, { appointmentId: string; booked: number }>
  'reschedule-appointment': Call<typeof rescheduleAppointmentInput, { version: number; moved: number }>
  'cancel-appointment': Call<typeof cancelAppointmentInput, { canceled: number }>
  'mark-appointment': Call<typeof markAppointmentInput, { status: AppointmentStatus }>
  'hold-time': Call<typeof holdTimeInput, { expiresAt: string }>
  'book-appointment': Call<typeof bookAppointmentInput, { appointmentId: string; isRequest: boolean }>
  'move-own-appointment': Call<typeof moveOwnAppointmentInput, { success: true }>
  'cancel-own-appointment': Call<typeof cancelOwnAppointmentInput, { success: true }>
  'save-appointment-type': Call<typeof saveAppointmentTypeInput, { key: string; version: number }>
  'save-provider': Call<typeof saveProviderInput, { providerId: string; version: number }>
  'save-room': Call<typeof saveRoomInput, { roomId: string; version: number }>
  'save-schedule-exception': Call<typeof saveScheduleExceptionInput, { exceptionId: string }>
  'visit-plans': Call<NoInput, VisitPlans>
  'own-calendar': Call<NoInput, OwnCalendar>
  'make-calendar-address': Call<NoInput, { address: string }>
  'revoke-calendar-address': Call<NoInput, { success: true }>
  guardians: Call<typeof guardiansInput, GuardiansView>
  'add-guardian': Call<typeof addGuardianInput, { guardianId: string }>
  'accept-guardianship': Call<typeof guardianIdInput, { guardianId: string }>
  'end-guardianship': Call<typeof guardianIdInput, { success: true }>
  'ask-to-end-guardianship': Call<typeof guardianIdInput, { success: true }>
  'own-wards': Call<NoInput, { wards: WardView[] }>
  'save-guardian-rules': Call<typeof guardianRulesInput, SavedVersion>
  'save-scheduling-settings': Call<typeof schedulingSettingsInput, SavedVersion>
  'remove-schedule-exception': Call<typeof scheduleExceptionIdInput, { success: true }>

  'start-payout-onboarding': Call<typeof startPayoutOnboardingInput, PageUrl>
  'save-clinic-place': Call<typeof saveClinicPlaceInput, { place: Place | null }>
  'save-clinic-tax': Call<typeof saveClinicTaxInput, { tax: ClinicTaxRule | null }>
  'refresh-payout-account': Call<NoInput, PayoutAccountView>
  'save-plan': Call<typeof savePlanInput, PlanView>
  'publish-plan': Call<typeof planIdInput, PlanView>
  'change-plan': Call<typeof changePlanInput, PlanView>
  'close-plan': Call<typeof planIdInput, PlanView>
  'archive-plan': Call<typeof planIdInput, PlanView>
  'create-coupon': Call<typeof createCouponInput, CouponView>
  'close-coupon': Call<typeof couponIdInput, CouponView>
  'check-coupon': Call<typeof checkCouponInput, CheckedCoupon>

  'join-plan': Call<typeof joinPlanInput, PageUrl>
  'join-status': Call<typeof joinStatusInput, JoinStatus>
  'cancel-subscription': Call<typeof cancelSubscriptionInput, SubscriptionView>
  'change-household': Call<typeof changeHouseholdInput, ChangeAnswer<HouseholdPreview>>
  'pause-subscription': Call<typeof pauseInput, ChangeAnswer<PausePreview>>
  'unpause-subscription': Call<typeof agreedChangeInput, ChangeAnswer<ResumePreview>>
  'switch-plan': Call<typeof switchPlanInput, ChangeAnswer<SwitchPreview>>
  'keep-present-plan': Call<typeof subscriptionIdInput, { success: true }>
  'move-members': Call<typeof moveMembersInput, MoveAnswer>
  'leave-plan': Call<typeof agreedChangeInput, ChangeAnswer<LeavingPreview>>
  'resume-subscription': Call<typeof subscriptionIdInput, SubscriptionView>
  'invoice-pdf': Call<typeof invoicePdfInput, PageUrl>
  'change-own-card': Call<NoInput, PageUrl>
  'set-default-card': Call<typeof cardIdInput, { success: true }>
  'remove-own-card': Call<typeof cardIdInput, { success: true }>
  'answer-dispute': Call<typeof answerDisputeInput, { status: string }>
  'accept-dispute': Call<typeof acceptDisputeInput, { status: string }>
  'refund-payment': Call<typeof refundPaymentInput, { leftCents: number }>
  'retry-payment': Call<typeof retryPaymentInput, { paid: true }>
  'send-payment-link': Call<typeof sendPaymentLinkInput, { sentAt: string }>
  'assign-charge': Call<typeof assignChargeInput, { assigned: number }>
  'pay-invoice': Call<typeof payInvoiceInput, PageUrl>
  'receipt-pdf': Call<typeof receiptPdfInput, ReceiptFile>
  'year-statement': Call<typeof yearStatementInput, ReceiptFile>

  'file-links': Call<typeof fileLinksInput, { links: FileLink[] }>
  'storage-use': Call<NoInput, StorageUse>
  'set-avatar': Call<typeof ownPictureInput, { fileId: string | null }>
  'set-clinic-logo': Call<typeof ownPictureInput, { fileId: string | null }>
  'share-file': Call<typeof shareFileInput, { success: true }>
  'remove-file': Call<typeof fileIdInput, { removed: true }>

  'create-content': Call<typeof createContentInput, { itemId: string }>
  'save-content': Call<typeof saveContentInput, SavedContent>
  'publish-content': Call<typeof publishContentInput, { number: number }>
  'set-content-status': Call<typeof contentStatusInput, { status: 'published' | 'archived' }>
  'delete-content': Call<typeof deleteContentInput, { success: true }>
  'feature-content': Call<typeof featureContentInput, { success: true }>
  'set-content-category': Call<typeof contentCategoryInput, { name: string }>
  'content-examples': Call<NoInput, { examples: ContentExample[] }>
  'set-visit-lesson': Call<typeof setVisitLessonInput, { lessonId: string | null }>
  'show-slide': Call<typeof showSlideInput, { slide: number }>
  'finish-visit-lesson': Call<typeof finishVisitLessonInput, { success: true }>
  'share-library': Call<typeof shareLibraryInput, { success: true }>
  'shared-libraries': Call<NoInput, SharedLibraries>
  'copy-shared-content': Call<typeof copySharedInput, { itemId: string }>
  'start-slides-import': Call<typeof startSlidesImportInput, { url: string }>
  'import-google-slides': Call<typeof importGoogleSlidesInput, { itemId: string; documentId: string }>
  'list-presentations': Call<NoInput, PresentationObject[]>
  'get-presentation-slides': Call<typeof presentationSlidesInput, PresentationSlides>
  'featured-presentations': Call<NoInput, PresentationObject[]>
  'copy-content-examples': Call<typeof copyExamplesInput, { itemIds: string[] }>
  'record-reading': Call<typeof recordReadingInput, { success: true }>
  'save-for-later': Call<typeof saveForLaterInput, { isSaved: boolean }>
  'rate-lesson': Call<typeof rateLessonInput, { rating: number }>
  'learning-figures': Call<NoInput, LearningFigures>
  'complete-lesson': Call<typeof completeLessonInput, { success: true }>
  'assign-lesson': Call<typeof assignLessonInput, Assigned>
  'withdraw-assignment': Call<typeof withdrawAssignmentInput, { success: true }>
  'push-correction': Call<typeof pushCorrectionInput, { changed: number }>
  'save-program': Call<typeof saveProgramInput, { programId: string; version: number }>
  'delete-program': Call<typeof deleteProgramInput, { success: true }>
  'add-to-program': Call<typeof addToProgramInput, { success: true }>
  'own-programs': Call<NoInput, OwnProgram[]>
  'assign-program': Call<typeof assignProgramInput, Assigned>
  'end-enrollment': Call<typeof endEnrollmentInput, { success: true }>
  'program-examples': Call<NoInput, { examples: ProgramExample[] }>
  'copy-program-example': Call<typeof copyProgramInput, { programId: string }>

  'create-checkout': Call<typeof createCheckoutInput, PageUrl>
  'check-subscription': Call<NoInput, SubscriptionTier>
  'lacking-features': Call<NoInput, LackingFeatures>
  'preview-tier': Call<typeof previewTierInput, TierPreview>
  'cancel-tier': Call<NoInput, { success: true }>
  'resume-tier': Call<NoInput, { success: true }>
  'save-billing-address': Call<typeof billingAddressInput, SavedVersion>
  'save-receipt-details': Call<typeof receiptDetailsInput, SavedVersion>
  'save-value-settings': Call<typeof saveValueSettingsInput, SavedVersion>
  'open-value-receipt': Call<typeof openValueReceiptInput, { success: true }>
  'value-figures': Call<NoInput, ValueFigures>
  'update-payment-method': Call<NoInput, PageUrl>
  'refresh-billing': Call<NoInput, { success: true }>
  'clinic-invoice-pdf': Call<typeof clinicInvoiceInput, PageUrl>
  'clinic-invoices-zip': Call<NoInput, Response>
  'pay-clinic-invoice': Call<typeof clinicInvoiceInput, PageUrl>
  'clinic-activity': Call<typeof clinicActivityInput, ClinicActivity>
  'dashboard-figures': Call<NoInput, DashboardFigures>
  'newest-members': Call<NoInput, { members: NewestMember[] }>
  'membership-metrics': Call<NoInput, MembershipMetrics>
  'money-overview': Call<NoInput, MoneyOverview>
}

export type ActionName = keyof Actions
export type ActionInput<Name extends ActionName> = Actions[Name]['input']
export type ActionOutput<Name extends ActionName> = Actions[Name]['output']

/** The schema of an action that takes nothing: `{}` or no body at all. */
type NoInput = z.ZodMiniObject<Record<never, never>>

/** The input as the caller writes it, before defaults and transforms. */
interface Call<Schema extends z.ZodMiniType, Output> {
  input: z.input<Schema>
  output: Output
}
