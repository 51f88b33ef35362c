/**
 * Every expected refusal, with its HTTP status. Its sentence is in `domain/texts/errors.ts`.
 * Any other thrown error is a defect and answers `unexpected`.
 */
export const errorStatus = {
  unexpected: 500,
  unavailable: 503,
  invalid_input: 400,
  value_refused: 400,
  bad_json: 400,
  body_too_large: 413,
  not_signed_in: 401,
  session_ended: 401,
  invalid_api_key: 401,
  not_allowed: 403,
  demo_read_only: 403,
  demo_missing: 404,
  merge_blocked: 409,
  merge_ages_unchecked: 409,
  not_found: 404,
  changed_elsewhere: 409,
  method_not_allowed: 405,
  rate_limited: 429,
  clinic_missing: 400,
  clinic_not_found: 404,
  email_not_confirmed: 403,
  second_step_required: 403,
  fresh_proof_required: 403,
  single_sign_on_off: 409,
  single_sign_on_elsewhere: 403,
  sso_domain_taken: 409,
  weak_password: 422,
  username_taken: 409,
  subdomain_taken: 409,
  subdomain_reserved: 409,
  subdomain_invalid: 400,
  already_member: 409,
  member_suspended: 409,
  already_guardian: 409,
  patient_of_age: 409,
  membership_suspended: 403,
  invitation_invalid: 404,
  invitation_not_waiting: 409,
  owner_only: 403,
  owner_stays: 409,
  owner_stays_admin: 409,
  last_admin: 409,
  payments_unavailable: 503,
  payments_disconnected: 409,
  checkout_url_missing: 502,
  webhook_refused: 400,
  plan_not_draft: 409,
  plan_not_published: 409,
  plan_changed: 409,
  plan_held: 409,
  coupon_invalid: 409,
  payouts_not_ready: 409,
  payouts_disconnected: 409,
  commission_overdue: 409,
  clinic_card_missing: 409,
  currency_fixed: 409,
  joining_paused: 409,
  already_joined: 409,
  clinic_full: 409,
  clinic_tier_running: 409,
  clinic_tier_current: 409,
  clinic_tier_too_small: 409,
  clinic_tier_missing: 409,
  clinic_tier_lacks_feature: 403,
  clinic_tier_unended: 409,
  clinic_closing: 409,
  support_open: 409,
  support_over: 409,
  clinic_card_declined: 402,
  subscription_already_ending: 409,
  subscription_not_ending: 409,
  subscription_ended: 409,
  subscription_overdue: 409,
  open_amount_undecided: 409,
  subscription_paused: 409,
  subscription_changing: 409,
  subscription_not_changing: 409,
  subscription_not_paused: 409,
  plan_without_pause: 409,
  plan_without_refund: 409,
  quote_changed: 409,
  card_declined: 402,
  invoice_without_pdf: 409,
  invoice_not_due: 409,
  invoice_paid: 409,
  patient_card_declined: 402,
  patient_card_missing: 409,
  payment_being_tried: 409,
  payment_link_sent: 409,
  payer_without_account: 409,
  payer_unproven: 409,
  card_in_use: 409,
  refund_too_large: 409,
  payment_disputed: 409,
  dispute_closed: 409,
  file_empty: 422,
  file_too_large: 413,
  file_type_refused: 415,
  file_damaged: 422,
  file_not_ready: 409,
  file_piece_out_of_place: 409,
  upload_interrupted: 400,
  files_waiting: 409,
  patient_without_account: 409,
  feedback_open_already: 409,
  storage_full: 507,
  content_unfinished: 409,
  content_unchecked: 409,
  content_status_unfit: 409,
  content_category_used: 409,
  content_not_published: 409,
  lesson_completed: 409,
  lesson_assigned_again: 409,
  lesson_not_seen: 409,
  program_unfinished: 409,
  program_full: 409,
  slides_not_offered: 404,
  slides_import_over: 409,
  slides_unavailable: 503,
  lesson_begun: 409,
  lesson_not_begun: 409,
  lesson_over: 409,
  time_taken: 409,
  time_not_offered: 409,
  appointment_over: 409,
  change_is_late: 409,
  offer_over: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** The error of one form field: `path` as in the input schema (`clinicSubdomain`, `items.0.name`). */
export interface FieldError {
  path: string
  message: string
}

/** An expected refusal. `details` are logged only; `fields` are sent to the form. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldError[]
  readonly details: Record<string, unknown>

  constructor(
    code: ErrorCode,
    options: { fields?: FieldError[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.fields = options.fields ?? []
    this.details = options.details ?? {}
  }
}
