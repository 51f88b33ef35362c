import { resetDemo } from './features/access/reset-demo.ts'
import { confirmPerson } from './features/account/confirm-person.ts'
import { clinicActivity } from './features/activity/clinic-activity.ts'
import { learningFigures } from './features/analytics/learning-figures.ts'
import { acceptOffer } from './features/appointments/accept-offer.ts'
import { bookAppointment } from './features/appointments/book-appointment.ts'
import { cancelAppointment } from './features/appointments/cancel-appointment.ts'
import { cancelOwnAppointment } from './features/appointments/cancel-own-appointment.ts'
import { declineOffer } from './features/appointments/decline-offer.ts'
import { freeTimes } from './features/appointments/free-times.ts'
import { heldTimes } from './features/appointments/held-times.ts'
import { holdTime } from './features/appointments/hold-time.ts'
import { joinWaitlist } from './features/appointments/join-waitlist.ts'
import { keepTimes } from './features/appointments/keep-times.ts'
import { leaveWaitlist } from './features/appointments/leave-waitlist.ts'
import { markAppointment } from './features/appointments/mark-appointment.ts'
import { moveOwnAppointment } from './features/appointments/move-own-appointment.ts'
import { offerTimes } from './features/appointments/offer-times.ts'
import {
  makeCalendarAddress,
  ownCalendar,
  revokeCalendarAddress,
} from './features/appointments/own-calendar.ts'
import { remindOfVisits } from './features/appointments/remind-of-visits.ts'
import { removeFromWaitlist } from './features/appointments/remove-from-waitlist.ts'
import { removeScheduleException } from './features/appointments/remove-schedule-exception.ts'
import { rescheduleAppointment } from './features/appointments/reschedule-appointment.ts'
import { saveAppointmentType } from './features/appointments/save-appointment-type.ts'
import { saveProvider } from './features/appointments/save-provider.ts'
import { saveRoom } from './features/appointments/save-room.ts'
import { saveScheduleException } from './features/appointments/save-schedule-exception.ts'
import { saveSchedulingSettings } from './features/appointments/save-scheduling-settings.ts'
import { scheduleAppointment } from './features/appointments/schedule-appointment.ts'
import { visitDays } from './features/appointments/visit-days.ts'
import { visitObstacles } from './features/appointments/visit-obstacles.ts'
import { visitPlans } from './features/appointments/visit-plans.ts'
import { assignLesson } from './features/assignments/assign-lesson.ts'
import { assignProgram } from './features/assignments/assign-program.ts'
import { endEnrollment } from './features/assignments/end-enrollment.ts'
import { ownPrograms } from './features/assignments/own-programs.ts'
import { pushCorrection } from './features/assignments/push-correction.ts'
import { tellOfOpenedLessons } from './features/assignments/tell-of-lessons.ts'
import { withdrawAssignment } from './features/assignments/withdraw-assignment.ts'
import { checkAuditLog } from './features/audit/check-audit-log.ts'
import { sealAuditLog } from './features/audit/seal-audit-log.ts'
import { deleteCarePlanTemplate } from './features/care-plans/delete-care-plan-template.ts'
import { saveCarePlan } from './features/care-plans/save-care-plan.ts'
import { saveCarePlanTemplate } from './features/care-plans/save-care-plan-template.ts'
import { joinPlan } from './features/checkouts/join-plan.ts'
import { joinStatus } from './features/checkouts/join-status.ts'
import { switchPlan } from './features/checkouts/switch-plan.ts'
import { clinicClosing } from './features/clinic-closing/clinic-closing.ts'
import { closeClinic } from './features/clinic-closing/close-clinic.ts'
import { keepClinic } from './features/clinic-closing/keep-clinic.ts'
import { tellOfClosing } from './features/clinic-closing/tell-of-closing.ts'
import { exportClinic } from './features/clinic-export/export-clinic.ts'
import { cancelTier, resumeTier } from './features/clinic-tier/cancel-tier.ts'
import { checkSubscription } from './features/clinic-tier/check-subscription.ts'
import { clinicInvoicePdf } from './features/clinic-tier/clinic-invoice-pdf.ts'
import { clinicInvoicesZip } from './features/clinic-tier/clinic-invoices-zip.ts'
import { createCheckout } from './features/clinic-tier/create-checkout.ts'
import { lackingFeatures } from './features/clinic-tier/lacking-features.ts'
import { mailFailedTiers } from './features/clinic-tier/mail-failed-tiers.ts'
import { payClinicInvoice } from './features/clinic-tier/pay-clinic-invoice.ts'
import { previewTier } from './features/clinic-tier/preview-tier.ts'
import { refreshBilling } from './features/clinic-tier/refresh-billing.ts'
import { saveBillingAddress } from './features/clinic-tier/save-billing-address.ts'
import { syncBillingAddress } from './features/clinic-tier/sync-billing-address.ts'
import { updatePaymentMethod } from './features/clinic-tier/update-payment-method.ts'
import { checkSubdomain } from './features/clinics/check-subdomain.ts'
import { clinicSecurity } from './features/clinics/clinic-security.ts'
import { createClinicWithAdmin } from './features/clinics/create-clinic-with-admin.ts'
import { findClinics } from './features/clinics/find-clinics.ts'
import { markJoinPageViewed } from './features/clinics/mark-join-page-viewed.ts'
import { saveClinicBrand } from './features/clinics/save-clinic-brand.ts'
import { updateClinicProfile } from './features/clinics/update-clinic-profile.ts'
import { updateClinicSecurity } from './features/clinics/update-clinic-security.ts'
import { contentExamples } from './features/content/content-examples.ts'
import { copyContentExamples } from './features/content/copy-content-examples.ts'
import { copySharedContent } from './features/content/copy-shared-content.ts'
import { createContent } from './features/content/create-content.ts'
import { deleteContent } from './features/content/delete-content.ts'
import { drawGoogleSlides } from './features/content/draw-google-slides.ts'
import { drawPdf } from './features/content/draw-pdf.ts'
import { featureContent } from './features/content/feature-content.ts'
import { importGoogleSlides } from './features/content/import-google-slides.ts'
import { publishContent } from './features/content/publish-content.ts'
import { purgeContent } from './features/content/purge-content.ts'
import { returnFromGoogle } from './features/content/return-from-google.ts'
import { saveContent } from './features/content/save-content.ts'
import { setContentCategory } from './features/content/set-content-category.ts'
import { setContentStatus } from './features/content/set-content-status.ts'
import { shareLibrary } from './features/content/share-library.ts'
import { sharedLibraries } from './features/content/shared-libraries.ts'
import { startSlidesImport } from './features/content/start-slides-import.ts'
import { checkCoupon } from './features/coupons/check-coupon.ts'
import { closeCoupon } from './features/coupons/close-coupon.ts'
import { createCoupon } from './features/coupons/create-coupon.ts'
import { dashboardFigures } from './features/dashboard/dashboard-figures.ts'
import { membershipMetrics } from './features/dashboard/membership-metrics.ts'
import { newestMembers } from './features/dashboard/newest-members.ts'
import { setupChecklist } from './features/dashboard/setup-checklist.ts'
import { answerFeedback } from './features/feedback/answer-feedback.ts'
import { feedbackCounts } from './features/feedback/feedback-counts.ts'
import { shareFeedback } from './features/feedback/share-feedback.ts'
import { checkFiles } from './features/files/check-files.ts'
import { fileLinks } from './features/files/file-links.ts'
import { removeFile } from './features/files/remove-file.ts'
import { removeObjects } from './features/files/remove-objects.ts'
import { setAvatar } from './features/files/set-avatar.ts'
import { setClinicLogo } from './features/files/set-clinic-logo.ts'
import { shareFile } from './features/files/share-file.ts'
import { storageUse } from './features/files/storage-use.ts'
import { acceptGuardianship, ownWards } from './features/guardians/accept-guardianship.ts'
import { addGuardian } from './features/guardians/add-guardian.ts'
import { askToEndGuardianship, endGuardianship } from './features/guardians/end-guardianship.ts'
import { guardians } from './features/guardians/guardians.ts'
import { saveGuardianRules } from './features/guardians/save-guardian-rules.ts'
import { stepGuardians } from './features/guardians/step-guardians.ts'
import { invitePatient } from './features/invitations/invite-patient.ts'
import { ownInvitations } from './features/invitations/own-invitations.ts'
import { resendInvitation } from './features/invitations/resend-invitation.ts'
import { revokeInvitation } from './features/invitations/revoke-invitation.ts'
import { acceptDispute, answerDispute } from './features/invoices/answer-dispute.ts'
import { assignCharge } from './features/invoices/assign-charge.ts'
import { invoicePdf } from './features/invoices/invoice-pdf.ts'
import { payInvoice } from './features/invoices/pay-invoice.ts'
import { refundPayment } from './features/invoices/refund-payment.ts'
import { retryPayment } from './features/invoices/retry-payment.ts'
import { sendPaymentLink } from './features/invoices/send-payment-link.ts'
import { completeLesson } from './features/learning/complete-lesson.ts'
import { rateLesson } from './features/learning/rate-lesson.ts'
import { recordReading } from './features/learning/record-reading.ts'
import { saveForLater } from './features/learning/save-for-later.ts'
import { compareLedger, compareLedgers } from './features/ledger/compare-ledger.ts'
import { sendContactRequest } from './features/marketing/send-contact-request.ts'
import { activateMembership } from './features/memberships/activate-membership.ts'
import { clinicJoin } from './features/memberships/clinic-join.ts'
import { exportMembers } from './features/memberships/export-members.ts'
import { getUserProfiles } from './features/memberships/get-user-profiles.ts'
import { joinClinic } from './features/memberships/join-clinic.ts'
import { leaveClinic } from './features/memberships/leave-clinic.ts'
import { listMembers } from './features/memberships/list-members.ts'
import { person } from './features/memberships/person.ts'
import { personLooks } from './features/memberships/person-looks.ts'
import { removeMember } from './features/memberships/remove-member.ts'
import { searchPeople } from './features/memberships/search-people.ts'
import { setTenantClaim } from './features/memberships/set-tenant-claim.ts'
import { transferOwnership } from './features/memberships/transfer-ownership.ts'
import { assignThread } from './features/messages/assign-thread.ts'
import { closeThread } from './features/messages/close-thread.ts'
import { messageCounts } from './features/messages/message-counts.ts'
import { readMessages } from './features/messages/read-messages.ts'
import { saveMessageSettings } from './features/messages/save-message-settings.ts'
import { sendMessage } from './features/messages/send-message.ts'
import { dailySummaries } from './features/notices/daily-summary.ts'
import { deliverNotice, queueLostNotices } from './features/notices/deliver-notice.ts'
import { keepNotices, mailNotices } from './features/notices/mail-notices.ts'
import { markNoticesRead } from './features/notices/mark-notices-read.ts'
import { agreeFee } from './features/operator/agree-fee.ts'
import { operatorClinics } from './features/operator/operator-clinics.ts'
import { operatorOverview } from './features/operator/operator-overview.ts'
import { retryJob } from './features/operator/retry-job.ts'
import { checkPatientImport } from './features/patient-imports/check-patient-import.ts'
import { importPatients } from './features/patient-imports/import-patients.ts'
import { patientImport } from './features/patient-imports/patient-import.ts'
import { runImport } from './features/patient-imports/run-import.ts'
import { comparePatients } from './features/patient-merges/compare-patients.ts'
import { dismissDuplicates, restoreDuplicates } from './features/patient-merges/dismiss-duplicates.ts'
import { gatherMerged } from './features/patient-merges/gather-merged.ts'
import { mergePatients } from './features/patient-merges/merge-patients.ts'
import { partPatients } from './features/patient-merges/part-patients.ts'
import { patientsLike } from './features/patient-merges/patients-like.ts'
import { personMerges } from './features/patient-merges/person-merges.ts'
import { countPossibleDuplicates, possibleDuplicates } from './features/patient-merges/possible-duplicates.ts'
import { refreshPayoutAccount } from './features/payouts/refresh-payout-account.ts'
import { saveClinicTax } from './features/payouts/save-clinic-tax.ts'
import { startPayoutOnboarding } from './features/payouts/start-payout-onboarding.ts'
import { addPersonNote } from './features/person-notes/add-person-note.ts'
import { changePersonNote } from './features/person-notes/change-person-note.ts'
import { removePersonNote } from './features/person-notes/remove-person-note.ts'
import { archivePlan } from './features/plans/archive-plan.ts'
import { changePlan } from './features/plans/change-plan.ts'
import { closePlan } from './features/plans/close-plan.ts'
import { publishPlan } from './features/plans/publish-plan.ts'
import { saveClinicPlace } from './features/plans/save-clinic-place.ts'
import { savePlan } from './features/plans/save-plan.ts'
import { answerConsentsAnew } from './features/preferences/answer-consents-anew.ts'
import { saveContactPreferences } from './features/preferences/save-contact-preferences.ts'
import { saveNoticePreferences } from './features/preferences/save-notice-preferences.ts'
import { featuredPresentations } from './features/presentations/featured-presentations.ts'
import { getPresentationSlides } from './features/presentations/get-presentation-slides.ts'
import { listPresentations } from './features/presentations/list-presentations.ts'
import { saveHealthInformation } from './features/profiles/save-health-information.ts'
import { saveOwnProfile } from './features/profiles/save-own-profile.ts'
import { savePersonalDetails } from './features/profiles/save-personal-details.ts'
import { addToProgram } from './features/programs/add-to-program.ts'
import { copyProgramExample } from './features/programs/copy-program-example.ts'
import { deleteProgram } from './features/programs/delete-program.ts'
import { programExamples } from './features/programs/program-examples.ts'
import { saveProgram } from './features/programs/save-program.ts'
import { receiptPdf } from './features/receipts/receipt-pdf.ts'
import { saveReceiptDetails } from './features/receipts/save-receipt-details.ts'
import { yearStatement } from './features/receipts/year-statement.ts'
import { eraseClinics } from './features/retention/erase-clinics.ts'
import { eraseLeft } from './features/retention/erase-left.ts'
import { keepMonths } from './features/retention/keep-months.ts'
import { legalHold } from './features/retention/legal-hold.ts'
import { addSsoProvider } from './features/single-sign-on/add-sso-provider.ts'
import { checkSsoDomain } from './features/single-sign-on/check-sso-domain.ts'
import { recheckDomains } from './features/single-sign-on/recheck-domains.ts'
import { removeSsoProvider } from './features/single-sign-on/remove-sso-provider.ts'
import { signInOrganizations } from './features/single-sign-on/sign-in-organizations.ts'
import { ssoSettings } from './features/single-sign-on/sso-settings.ts'
import { switchSsoProvider } from './features/single-sign-on/switch-sso-provider.ts'
import { chargeClinic, chargeDue } from './features/statements/charge-clinics.ts'
import { closeClinicMonths, closeMonths } from './features/statements/close-months.ts'
import { moneyOverview } from './features/statements/money-overview.ts'
import { processEvent } from './features/stripe-sync/process-event.ts'
import { receiveStripeEvent } from './features/stripe-sync/receive-event.ts'
import { refreshOpenCheckout } from './features/stripe-sync/refresh-open-checkout.ts'
import { sweep, sweepOneClinic } from './features/stripe-sync/sweep.ts'
import { sweepPlatform } from './features/stripe-sync/sweep-platform.ts'
import { tryCard } from './features/stripe-sync/try-card.ts'
import { announceRenewals } from './features/subscriptions/announce-renewals.ts'
import { applyChanges } from './features/subscriptions/apply-changes.ts'
import { cancelSubscription } from './features/subscriptions/cancel-subscription.ts'
import { changeHousehold } from './features/subscriptions/change-household.ts'
import { changeOwnCard } from './features/subscriptions/change-own-card.ts'
import { confirmPending } from './features/subscriptions/confirm-pending.ts'
import { finishChange } from './features/subscriptions/finish-change.ts'
import { keepPresentPlan } from './features/subscriptions/keep-present-plan.ts'
import { leavePlan } from './features/subscriptions/leave-plan.ts'
import { moveMembers } from './features/subscriptions/move-members.ts'
import { noticeExpiringCards } from './features/subscriptions/notice-expiring-cards.ts'
import { pauseSubscription } from './features/subscriptions/pause-subscription.ts'
import { removeOwnCard } from './features/subscriptions/remove-own-card.ts'
import { resumeSubscription } from './features/subscriptions/resume-subscription.ts'
import { setDefaultCard } from './features/subscriptions/set-default-card.ts'
import { announcePrices, stepPrice, stepPrices } from './features/subscriptions/step-prices.ts'
import { syncCancellation } from './features/subscriptions/sync-cancellation.ts'
import { unpauseSubscription } from './features/subscriptions/unpause-subscription.ts'
import { askSupportAccess, endSupportAccess } from './features/support/ask-support-access.ts'
import { decideSupportAccess } from './features/support/decide-support-access.ts'
import { operatorSupport, supportAccesses } from './features/support/support-accesses.ts'
import { supportView } from './features/support/support-view.ts'
import { completeTask } from './features/tasks/complete-task.ts'
import { saveTask } from './features/tasks/save-task.ts'
import { changeTeamAccess } from './features/team/change-team-access.ts'
import { setPermissionSets } from './features/team/set-permission-sets.ts'
import { receiveText, receiveTextStatus, twilioPaths } from './features/text-messages/receive-text.ts'
import { sendDueTexts, sendText } from './features/text-messages/send-text.ts'
import { makeClinicValueReceipts, makeValueReceipts } from './features/value-receipts/make-value-receipts.ts'
import { openValueReceipt } from './features/value-receipts/open-value-receipt.ts'
import { saveValueSettings } from './features/value-receipts/save-value-settings.ts'
import { valueFigures } from './features/value-receipts/value-figures.ts'
import { finishVisitLesson } from './features/visit-lessons/finish-visit-lesson.ts'
import { setVisitLesson } from './features/visit-lessons/set-visit-lesson.ts'
import { showSlide } from './features/visit-lessons/show-slide.ts'
import { webhookPaths } from './payments.ts'
import type { Action, Services } from './platform/action.ts'
import { slidesReturnPath } from './platform/google-slides/connection.ts'
import type { JobDefinition } from './platform/jobs/jobs.ts'

/** Every business action, reachable as POST /functions/v1/<name>. Callers know them by `domain/actions.ts`. */
export const actions = [
  checkSubdomain,
  findClinics,
  sendContactRequest,
  createClinicWithAdmin,
  updateClinicProfile,
  markJoinPageViewed,
  setupChecklist,
  clinicSecurity,
  saveClinicBrand,
  updateClinicSecurity,
  exportClinic,

  ssoSettings,
  addSsoProvider,
  switchSsoProvider,
  removeSsoProvider,
  checkSsoDomain,
  signInOrganizations,

  confirmPerson,
  clinicJoin,
  activateMembership,
  joinClinic,
  setTenantClaim,
  getUserProfiles,
  changeTeamAccess,
  setPermissionSets,
  listMembers,
  exportMembers,
  searchPeople,
  person,
  personLooks,
  saveCarePlan,
  saveCarePlanTemplate,
  deleteCarePlanTemplate,
  addPersonNote,
  changePersonNote,
  removePersonNote,
  transferOwnership,
  removeMember,
  leaveClinic,
  legalHold,
  clinicClosing,
  closeClinic,
  keepClinic,
  invitePatient,
  ownInvitations,
  resendInvitation,
  revokeInvitation,
  checkPatientImport,
  importPatients,
  patientImport,
  comparePatients,
  mergePatients,
  partPatients,
  personMerges,
  possibleDuplicates,
  countPossibleDuplicates,
  dismissDuplicates,
  restoreDuplicates,
  patientsLike,

  savePersonalDetails,
  saveHealthInformation,
  saveOwnProfile,
  saveContactPreferences,
  answerConsentsAnew,
  saveNoticePreferences,

  freeTimes,
  visitDays,
  visitObstacles,
  visitPlans,
  scheduleAppointment,
  rescheduleAppointment,
  cancelAppointment,
  markAppointment,
  heldTimes,
  joinWaitlist,
  leaveWaitlist,
  removeFromWaitlist,
  acceptOffer,
  declineOffer,
  holdTime,
  bookAppointment,
  moveOwnAppointment,
  cancelOwnAppointment,
  saveAppointmentType,
  saveProvider,
  saveRoom,
  saveScheduleException,
  removeScheduleException,
  saveSchedulingSettings,
  ownCalendar,
  makeCalendarAddress,
  revokeCalendarAddress,

  startPayoutOnboarding,
  refreshPayoutAccount,
  saveClinicPlace,
  saveClinicTax,
  savePlan,
  publishPlan,
  changePlan,
  closePlan,
  archivePlan,
  createCoupon,
  closeCoupon,
  checkCoupon,

  joinPlan,
  joinStatus,
  cancelSubscription,
  changeHousehold,
  pauseSubscription,
  unpauseSubscription,
  leavePlan,
  switchPlan,
  keepPresentPlan,
  moveMembers,
  resumeSubscription,
  changeOwnCard,
  setDefaultCard,
  removeOwnCard,
  invoicePdf,
  payInvoice,
  assignCharge,
  refundPayment,
  retryPayment,
  sendPaymentLink,
  answerDispute,
  acceptDispute,
  receiptPdf,
  yearStatement,

  fileLinks,
  setAvatar,
  storageUse,
  setClinicLogo,
  shareFile,
  removeFile,

  createContent,
  saveContent,
  publishContent,
  setContentStatus,
  deleteContent,
  featureContent,
  setContentCategory,
  contentExamples,
  copyContentExamples,
  setVisitLesson,
  showSlide,
  finishVisitLesson,
  listPresentations,
  getPresentationSlides,
  startSlidesImport,
  importGoogleSlides,
  shareLibrary,
  sharedLibraries,
  copySharedContent,
  featuredPresentations,
  recordReading,
  saveForLater,
  completeLesson,
  rateLesson,
  learningFigures,
  assignLesson,
  ownPrograms,
  withdrawAssignment,
  pushCorrection,
  saveProgram,
  deleteProgram,
  addToProgram,
  assignProgram,
  endEnrollment,
  programExamples,
  copyProgramExample,

  createCheckout,
  checkSubscription,
  lackingFeatures,
  previewTier,
  cancelTier,
  resumeTier,
  updatePaymentMethod,
  saveBillingAddress,
  saveReceiptDetails,
  saveValueSettings,
  openValueReceipt,
  valueFigures,
  refreshBilling,
  clinicInvoicePdf,
  clinicInvoicesZip,
  payClinicInvoice,
  clinicActivity,
  dashboardFigures,
  newestMembers,
  membershipMetrics,
  moneyOverview,

  markNoticesRead,
  saveTask,
  completeTask,
  sendMessage,
  readMessages,
  assignThread,
  closeThread,
  messageCounts,
  saveMessageSettings,
  shareFeedback,
  answerFeedback,
  feedbackCounts,

  operatorClinics,
  agreeFee,
  operatorOverview,
  retryJob,
  operatorSupport,
  askSupportAccess,
  supportView,
  endSupportAccess,
  supportAccesses,
  decideSupportAccess,
  guardians,
  addGuardian,
  acceptGuardianship,
  endGuardianship,
  askToEndGuardianship,
  ownWards,
  saveGuardianRules,
] as const satisfies readonly Action[]

/** Every background job of the features. */
export function jobsOf(services: Services): JobDefinition<never>[] {
  return [
    processEvent(services),
    sweep(services),
    sweepOneClinic(services),
    sweepPlatform(services),
    stepPrices(services),
    announcePrices(services),
    announceRenewals(services),
    compareLedgers(services),
    compareLedger(services),
    applyChanges(services),
    finishChange(services),
    stepPrice(services),
    refreshOpenCheckout(services),
    syncCancellation(services),
    confirmPending(services),
    tryCard(services),
    syncBillingAddress(services),
    noticeExpiringCards(services),
    closeMonths(services),
    closeClinicMonths(services),
    chargeDue(services),
    mailFailedTiers(services),
    chargeClinic(services),
    sealAuditLog(services),
    checkAuditLog(services),
    deliverNotice(services),
    queueLostNotices(services),
    removeObjects(services),
    checkFiles(services),
    recheckDomains(services),
    drawPdf(services),
    drawGoogleSlides(services),
    purgeContent(services),
    mailNotices(services),
    keepNotices(services),
    dailySummaries(services),
    remindOfVisits(services),
    keepTimes(services),
    sendText(services),
    sendDueTexts(services),
    tellOfOpenedLessons(services),
    offerTimes(services),
    runImport(services),
    stepGuardians(services),
    eraseLeft(services),
    eraseClinics(services),
    keepMonths(services),
    tellOfClosing(services),
    makeValueReceipts(services),
    makeClinicValueReceipts(services),
    gatherMerged(services),
    resetDemo(services),
  ] as JobDefinition<never>[]
}

/** Where Google sends a browser back to, by path. */
export function returnHandlers(services: Services): Record<string, (request: Request) => Promise<Response>> {
  return { [slidesReturnPath]: returnFromGoogle(services) }
}

/** Messages of Stripe and Twilio, by path. */
export function webhookHandlers(services: Services): Record<string, (request: Request) => Promise<Response>> {
  return {
    [webhookPaths.account]: receiveStripeEvent(services, 'account'),
    [webhookPaths.connect]: receiveStripeEvent(services, 'connect'),
    [twilioPaths.inbound]: receiveText(services),
    [twilioPaths.status]: receiveTextStatus(services),
  }
}
