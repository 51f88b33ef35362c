import type { ErrorCode } from '../errors.ts'

/** What a person reads for each refusal: what happened and what to do next. */
export const errorTexts: Record<ErrorCode, string> = {
  unexpected: 'An unexpected error occurred.',
  unavailable: 'Carefold cannot answer right now. Please try again in a moment.',
  invalid_input: 'Please check the highlighted fields.',
  value_refused: 'Something that you entered cannot be saved. Please check it and try again.',
  bad_json: 'The request could not be read.',
  body_too_large: 'That is too much data for one request.',
  not_signed_in: 'Please sign in to continue.',
  session_ended: 'Your session has ended. Please sign in again.',
  invalid_api_key: 'This publishable key is not the one of this site. Copy the key from the clinic settings.',
  not_allowed: 'You do not have permission to do this.',
  demo_read_only: 'This is a demo. Nothing is saved.',
  demo_missing: 'There is no demo here. Request one instead.',
  merge_ages_unchecked:
    'The dates of birth lie far apart. Say that you have checked that this is one person.',
  merge_blocked: 'These records cannot become one as they are. The page says what to do first.',
  not_found: 'We could not find that. It may have been removed.',
  changed_elsewhere:
    'This was changed in another tab or on another device meanwhile. Nothing of yours was lost.',
  method_not_allowed: 'This address does not accept that kind of request.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  clinic_missing: 'Clinic information is missing. Cannot complete signup.',
  clinic_not_found: 'We could not find this clinic. Please check the address.',
  email_not_confirmed: 'Please confirm your email address first. We can send you a new link.',
  second_step_required:
    'Please sign in with your second step first. You can set it up under Settings, Password.',
  fresh_proof_required: 'Nothing was done: please confirm first that it is you.',
  single_sign_on_off: 'Single sign-on is not set up on this installation. Please ask its operator.',
  single_sign_on_elsewhere:
    'Your account belongs to another organization’s sign-in. Please sign up here with an email address and password.',
  sso_domain_taken:
    'The record is there, but another clinic has proven this domain. It is free once that clinic removes the domain, or at most two weeks after its record is gone.',
  weak_password: 'Password is known to be weak and easy to guess, please choose a different one.',
  username_taken: 'This username is already taken. Please choose another one.',
  subdomain_taken: 'This address is already taken. Please choose another one.',
  subdomain_reserved: 'This address is reserved. Please choose another one.',
  subdomain_invalid: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
  already_member: 'This person already belongs to your clinic.',
  member_suspended: 'This person was deactivated. Activate them in the members list instead.',
  already_guardian: 'This person has access already. End it first to change it.',
  patient_of_age: 'This patient is of age: nobody else can be given access.',
  membership_suspended: 'Your access to this clinic is paused. Please contact the clinic.',
  invitation_invalid: 'This invitation link is invalid or has expired.',
  invitation_not_waiting: 'This person has no open invitation.',
  owner_only: 'Only the owner of the clinic can do this.',
  owner_stays: 'The owner cannot be removed. Transfer the ownership first.',
  owner_stays_admin: 'The owner stays an admin. Transfer the ownership first.',
  last_admin: 'A clinic keeps at least one admin. Make somebody else an admin first.',
  payments_unavailable:
    'The payment service cannot be reached right now. Nothing was charged. Please try again in a moment.',
  payments_disconnected:
    'The clinic’s payments account at Stripe cannot be reached. Nothing was charged and nothing was changed.',
  checkout_url_missing: 'No checkout URL returned',
  webhook_refused: 'This message is not from the payment service.',
  plan_not_draft: 'This plan has been published. Change it for new members instead.',
  plan_not_published: 'This plan is not open for new members.',
  plan_changed: 'This plan has changed in the meantime. Please look at it again.',
  coupon_invalid: 'This code cannot be used for this plan, or not any more.',
  plan_held: 'Only a closed plan that nobody holds any more can be archived.',
  payouts_not_ready: 'Connect your payout account first: that is where your patients’ payments arrive.',
  currency_fixed: 'The currency stays: a plan has been published, or somebody has paid.',
  payouts_disconnected:
    'This payout account was disconnected at Stripe. Please write to us, so that we can connect it again.',
  commission_overdue:
    'An invoice of Carefold has been open for two weeks. Pay it under Settings, Billing, and publish again.',
  clinic_card_missing:
    'Save your clinic’s card under Settings, Billing first: the commission is charged to it.',
  joining_paused: 'This clinic cannot take new members at the moment. Please ask the clinic.',
  already_joined: 'You already have a running plan of this kind. You can see it under Payments.',
  clinic_full: 'This clinic has no free place at the moment. Please ask the clinic.',
  clinic_tier_current: 'Your clinic has this plan already.',
  clinic_tier_too_small: 'Your clinic has more active subscribers than this plan allows.',
  support_open: 'A request waits at this clinic already, or an access is open.',
  support_over: 'This access was not allowed, or is over. Ask the clinic again.',
  clinic_closing: 'This clinic is closing, and starts nothing new.',
  clinic_tier_unended: 'Your clinic still pays for a plan of Carefold’s. End it under Account plan first.',
  clinic_tier_lacks_feature:
    'Your clinic’s plan does not include this. Settings, Account plan shows the plans that do.',
  clinic_tier_missing: 'Your clinic has no monthly plan that could be changed.',
  clinic_card_declined:
    'The bank declined your clinic’s card, and nothing was changed. Save another card under Settings, Billing.',
  clinic_tier_running: 'Your clinic already has a running subscription. A second one was not started.',
  subscription_already_ending: 'This subscription already ends with the current billing period.',
  subscription_not_ending: 'This subscription is not set to end.',
  subscription_ended: 'This subscription has ended.',
  subscription_overdue: 'A payment of this subscription is open. Pay it first.',
  open_amount_undecided:
    'A payment of this subscription is open. Choose whether it is paid, or whether the plan ends now without it.',
  subscription_paused: 'This subscription is paused. Let it go on first.',
  subscription_not_paused: 'This subscription is not paused.',
  subscription_changing: 'This subscription is being changed already. Try again in a minute.',
  subscription_not_changing: 'No other plan waits for this subscription.',
  plan_without_pause: 'This plan cannot be paused for so long.',
  plan_without_refund: 'This plan gives nothing back. Cancel it, and use it until the end of the period.',
  quote_changed: 'The amount is another one by now. Look at it again.',
  card_declined: 'The bank declined the card, and nothing was changed. Use another card.',
  invoice_not_due: 'This invoice is not due any more. Reload the page to see its state.',
  invoice_paid: 'This invoice is paid already. Nothing was charged.',
  patient_card_declined:
    'The bank declined the card again, and nothing was charged. Send the payment link: with it they can pay with another card.',
  patient_card_missing:
    'No card is saved for this patient. Send the payment link: with it they can pay with any card.',
  payment_being_tried: 'The card was tried a moment ago. Look at the result before you try it again.',
  payment_link_sent:
    'The payer was mailed within the last day. You can send the link again a day after that.',
  payer_without_account:
    'The payer has no account to pay in, so no link was sent. Invite them first, or talk to them.',
  payer_unproven:
    'The payer has not confirmed their email address yet, so no link was sent. Talk to them another way.',
  dispute_closed: 'This dispute was answered or decided before. Reload the page to see how it stands.',
  payment_disputed:
    'This payment is disputed, so the bank has the money already. Answer the dispute, or give it up: then it stays with the cardholder.',
  refund_too_large: 'That is more than what is left of this payment. Reload the page to see what is left.',
  card_in_use: 'This card pays for your plan. Choose another card for your payments first.',
  invoice_without_pdf: 'This invoice has no PDF yet. It gets one as soon as it is final.',
  file_empty: 'This file is empty. Please choose another one.',
  file_too_large: 'This file is too large. Please choose a smaller one.',
  file_type_refused: 'This kind of file cannot be used here. Please choose another one.',
  file_damaged: 'This file is damaged or incomplete. Please choose another one.',
  file_not_ready: 'This file has not been uploaded completely. Please try again.',
  file_piece_out_of_place: 'The upload was continued elsewhere. Please try again.',
  upload_interrupted: 'The connection was lost during the upload. Please try again.',
  files_waiting: 'Too many uploaded files have not been used yet. Please remove some of them first.',
  patient_without_account:
    'This person has no active account at the clinic, so nobody would read a message. Call or mail them.',
  feedback_open_already:
    'This person has sent more feedback on that day, which is open. Mark that one as answered first.',
  time_taken: 'That time was just taken. Please choose another one.',
  time_not_offered: 'This time is not offered any more. Please choose another one.',
  appointment_over: 'This visit is over or was canceled. It cannot be changed any more.',
  offer_over: 'This time is no longer kept for you. You still have your place in line.',
  change_is_late: 'It is late to change this visit. Please read what that means first.',
  storage_full: 'Your clinic’s storage is full. Please remove files that are no longer needed.',
  content_unfinished: 'Something is missing before this can be published.',
  content_unchecked: 'This is example content. Please have it checked before you publish it.',
  content_status_unfit: 'Its status has changed meanwhile. Please look at it again.',
  content_category_used: 'Something is still filed in this category. Please choose another one for it first.',
  content_not_published: 'Patients cannot read this now. Please publish it first.',
  lesson_completed: 'The patient has completed this lesson. It stays as it is.',
  lesson_assigned_again: 'The patient has been given this lesson again meanwhile.',
  lesson_not_seen: 'Please read to the end first.',
  program_unfinished: 'A session has nothing that patients may read yet. Please publish its content first.',
  program_full: 'A program may have at most 20 sessions.',
  slides_not_offered: 'Importing from Google Slides is not set up here.',
  slides_import_over: 'This import cannot go on. Please begin it again.',
  slides_unavailable: 'Google does not answer. Please try again later.',
  lesson_begun: 'These slides were shown already. They stay with the visit.',
  lesson_not_begun: 'Show a slide first.',
  lesson_over: 'This lesson is finished.',
}

/** What people read instead of the auth service's own sentences, which are part of the wire (docs/contracts/auth.md). */
export const authErrorTexts: Record<string, string> = {
  'Invalid login credentials': 'This email and password do not match. Check both, or choose a new password.',
  'Token has expired or is invalid':
    'This code is not right, or it has expired. Type the one from the newest mail, or ask for another.',
  'Nonce has expired or is invalid':
    'This code is not right, or it has expired. Type the one from the newest mail, or ask for another.',
  'Email link is invalid or has expired': 'This link has expired or was used before.',
  'Email not confirmed': errorTexts.email_not_confirmed,
  'User is banned': 'This account is blocked. Please contact your clinic.',
  'Signups not allowed for this instance': 'New accounts cannot be made here at the moment.',
  'Request rate limit reached': errorTexts.rate_limited,
  'email rate limit exceeded': 'No more mails can be sent right now. Please try again later.',
  // the client library's own
  'Auth session missing!': errorTexts.session_ended,
}

/** At a field whose text holds a character that no column can hold. */
export const unstorableText = 'This has a character that cannot be saved. Please type it again.'

/** For mails and codes: one a minute. */
export const waitSeconds = (seconds: string) => `Please wait ${seconds} seconds, then try again.`
