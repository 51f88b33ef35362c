import type { ErrorCode } from '../errors.ts'
import { failureTexts } from './failures.ts'

/** Each text says what happened and what to do next. */
export const errorTexts: Record<ErrorCode, string> = {
  ...failureTexts,
  invalid_input: 'Please check the highlighted fields.',
  value_refused: 'One of your entries cannot be saved. Please check your entries and try again.',
  bad_json: 'The request could not be read.',
  body_too_large: 'That is too much data for one request.',
  not_signed_in: 'Please sign in to continue.',
  invalid_api_key:
    'This publishable key does not belong to this site. Copy the key from the clinic settings.',
  not_allowed: 'You do not have permission to do this.',
  demo_read_only: 'This is a demo. Nothing is saved.',
  demo_missing: 'No demo is available here. Request one instead.',
  merge_ages_unchecked: 'The dates of birth are far apart. Confirm that both records belong to one person.',
  merge_blocked: 'These records cannot be merged yet. The page shows what to do first.',
  not_found: 'We could not find that. It may have been removed.',
  undo_over: 'It is too late to undo this. Please change the visit instead.',
  changed_elsewhere: 'This was changed in another tab or on another device. Your changes are not lost.',
  method_not_allowed: 'This address does not accept that kind of request.',
  clinic_missing: 'Clinic information is missing. Cannot complete signup.',
  clinic_not_found: 'We could not find this clinic. Please check the address.',
  second_step_missing:
    'This needs two-step sign-in, which you have not set up. Please contact your clinic for another way.',
  second_step_new:
    'This needs two-step sign-in that was set up at least 7 days ago. Please try again then, or contact your clinic.',
  address_change_missing:
    'No change of your address is waiting. It may have been stopped; please start again.',
  address_change_done:
    'The address has been changed already, so the change cannot be stopped here. Please contact your clinic at once.',
  address_change_unknown: 'This link is not valid. Please open the newest link that we sent you.',
  address_confirmed:
    'This email address is confirmed already. Sign in with it, and change it under My Profile.',
  second_step_required:
    'Please sign in with your second step first. You can set it up under Settings, Password.',
  fresh_proof_required: 'Nothing was changed. Please confirm first that it is you.',
  single_sign_on_off: 'Single sign-on is not set up on this server. Please ask its operator.',
  single_sign_on_elsewhere:
    'Your account belongs to another organization’s sign-in. Please sign up here with an email address and password.',
  sso_domain_taken:
    'We found the record, but another clinic has verified this domain. It becomes available when that clinic removes the domain, or at most two weeks after its record is removed.',
  weak_password: 'Password is known to be weak and easy to guess, please choose a different one.',
  username_taken: 'This username is already taken. Please choose another one.',
  subdomain_taken: 'This address is already taken. Please choose another one.',
  subdomain_reserved: 'This address is reserved. Please choose another one.',
  subdomain_invalid: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
  already_member: 'This person already belongs to your clinic.',
  address_of_other_patient:
    'Another person of your clinic uses this address. Please enter this patient’s own address, or add the other person as a guardian.',
  address_of_several_patients:
    'Several of your patients have this address. Open the page of the patient who gets the account, and invite them there.',
  record_not_connectable:
    'Only the record of a current patient with an account can be connected to another account.',
  account_has_record:
    'This address belongs to another patient or a team member of your clinic. If both records are of one patient, merge them instead.',
  own_record_exists:
    'Your account already has a record at this clinic. Please ask the clinic to merge both records.',
  patient_has_account: 'This patient has an account and changes these details in the portal.',
  member_suspended: 'This person was deactivated. Activate them in the members list instead.',
  already_guardian: 'This person already has access. To change the access, end it and offer it again.',
  patient_of_age: 'This patient is an adult, so guardians cannot be given access.',
  membership_suspended: 'Your access to this clinic is paused. Please contact the clinic.',
  invitation_invalid: 'This invitation link is invalid or has expired.',
  invitation_not_waiting: 'This person has no open invitation.',
  import_not_undoable: 'This import can no longer be undone. Remove single patients under Members.',
  owner_only: 'Only the owner of the clinic can do this.',
  owner_stays: 'The owner cannot be removed. Transfer the ownership first.',
  owner_stays_admin: 'The owner stays an admin. Transfer the ownership first.',
  last_admin: 'A clinic needs at least one admin. Make another team member an admin first.',
  payments_unavailable:
    'The payment service cannot be reached right now. Nothing was charged. Please try again in a moment.',
  payments_disconnected:
    'The clinic’s payments account at Stripe cannot be reached. Nothing was charged and nothing was changed.',
  checkout_url_missing: 'No checkout URL returned',
  webhook_refused: 'This message is not from the payment service.',
  webhook_off: 'This endpoint is off. Resume it first.',
  plan_not_draft: 'This plan has been published. Change it for new members instead.',
  plan_not_published: 'This plan is not open for new members.',
  plan_changed: 'This plan has changed in the meantime. Please review it again.',
  coupon_invalid: 'This code does not apply to this plan, or is no longer valid.',
  plan_held: 'Only a closed plan without members can be archived.',
  payouts_not_ready: 'Connect your payout account first: it receives your patients’ payments.',
  currency_fixed: 'The currency cannot be changed, because a plan has been published or a patient has paid.',
  payouts_disconnected:
    'This payout account was disconnected at Stripe. Please contact us to connect it again.',
  commission_overdue:
    'A Carefold invoice has been open for two weeks. Pay it under Settings, Billing, then publish again.',
  clinic_card_missing:
    'Save your clinic’s card under Settings, Billing first: the commission is charged to it.',
  joining_paused: 'This clinic cannot take new members at the moment. Please ask the clinic.',
  already_joined: 'You already have a running plan of this kind. You can see it under Payments.',
  clinic_full: 'This clinic has reached its member limit. Please ask the clinic.',
  clinic_tier_current: 'Your clinic already has this plan.',
  clinic_tier_too_small: 'Your clinic has more active subscribers than this plan allows.',
  support_open: 'This clinic already has an open request or an open access.',
  support_over: 'This access was not allowed or has ended. Ask the clinic again.',
  clinic_closing: 'This clinic is closing, so this is no longer possible.',
  clinic_tier_unended: 'Your clinic still pays for a Carefold plan. Cancel it under Account plan first.',
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
  subscription_paused: 'This subscription is paused. Resume it first.',
  subscription_not_paused: 'This subscription is not paused.',
  subscription_changing: 'This subscription is already being changed. Try again in a minute.',
  subscription_not_changing: 'No plan change is scheduled for this subscription.',
  plan_without_pause: 'This plan cannot be paused for that long.',
  renewal_near: 'This plan is about to renew. You can pause it after the renewal.',
  plan_without_refund:
    'This plan does not refund unused time. Cancel it, and use it until the end of the period.',
  quote_changed: 'The amount has changed in the meantime. Please review it again.',
  card_declined: 'The bank declined the card, and nothing was changed. Use another card.',
  invoice_not_due: 'This invoice is no longer due. Reload the page to see its status.',
  invoice_by_link: 'This invoice is paid by its link or at the desk.',
  plan_by_invoice: 'This plan is paid by invoice. Choose automatic payment first.',
  leave_at_clinic: 'An invoice of this plan is open, or was paid at the desk. Ask the clinic.',
  payment_method_missing: 'Save a card under Payment Methods first.',
  agreement_missing: 'Read and sign the agreement of your plan first.',
  invoice_paid: 'This invoice is already paid. Nothing was charged.',
  invoice_of_running_plan:
    'The plan of this invoice is running. Collect the payment, or cancel the plan without the open amount.',
  received_day_unfit: 'Choose the day on which the payment arrived: today, or a day of the last year.',
  clinic_without_tax: 'The clinic has no tax. Add one under Set-up, or issue the invoice without tax.',
  payment_reversed: 'This payment is already reversed. Reload the page to see the new invoice.',
  patient_card_declined:
    'The bank declined the card again, and nothing was charged. Send the payment link, so that the payer can use another card.',
  patient_card_missing:
    'No card is saved for this patient. Send the payment link, so that the payer can use any card.',
  payment_being_tried: 'The card was retried a moment ago. Check the result before you retry it again.',
  payment_processing:
    'A payment from a bank account is on its way, which takes up to five business days. Please try again after that.',
  bank_debit_refused:
    'This bank account has already refused this payment and is not debited for it again. Use a card or another bank account.',
  payment_link_sent:
    'The payer was emailed within the last day. You can send the link again one day after that.',
  payer_without_account:
    'The payer has no account to pay with, so no link was sent. Invite or call them first.',
  dispute_closed: 'This dispute was already answered or decided. Reload the page to see its status.',
  payment_disputed:
    'This payment is disputed, so the bank already has the money. Answer the dispute, or accept it and lose the payment.',
  refund_too_large: 'That is more than can still be refunded. Reload the page to see the remaining amount.',
  card_in_use: 'This card pays for your plan. Choose another card for your plan first.',
  invoice_without_pdf: 'This invoice has no PDF until it is final.',
  file_empty: 'This file is empty. Please choose another one.',
  file_too_large: 'This file is too large. Please choose a smaller one.',
  file_type_refused:
    'This kind of file cannot be used here. Please save it as a PDF, JPG or PNG, and choose that file.',
  file_picture_refused:
    'This file is not a picture that can be used here. Please save it as a JPG or PNG, and choose that file.',
  file_video_refused:
    'This kind of video cannot be used here. Please export it as MP4 with H.264, and choose that file.',
  file_pdf_refused:
    'Only a PDF can be used here. Please save or print the document as a PDF, and choose that file.',
  file_captions_refused:
    'Only WebVTT captions can be used here. Please export them as .vtt, and choose that file.',
  file_has_macros:
    'This document contains macros, which can harm a computer. Please save it as .docx, .xlsx or PDF without macros, and choose that file.',
  file_is_archive: 'An archive cannot be used here. Please unpack it, and choose the files in it one by one.',
  file_is_old_office:
    'This old Office format cannot be used here. Please save the document as .docx, .xlsx or PDF, and choose that file.',
  file_damaged:
    'This file is damaged or incomplete. Please open it on your device, save it again, and choose the new file.',
  file_not_ready: 'This file has not been uploaded completely. Please try again.',
  file_piece_out_of_place: 'The upload was continued elsewhere. Please try again.',
  upload_interrupted: 'The connection was lost during the upload. Please try again.',
  files_waiting: 'Too many uploaded files have not been used yet. Please remove some of them first.',
  patient_without_account:
    'This person has no active account at the clinic and cannot read messages. Call or email them.',
  feedback_open_already:
    'This person has other open feedback from that day. Mark that feedback as answered first.',
  time_taken: 'That time was just taken. Please choose another time.',
  time_not_offered: 'This time is no longer offered. Please choose another time.',
  appointment_over: 'This visit is over or was canceled. It can no longer be changed.',
  offer_over: 'This time is no longer reserved for you. You keep your place in line.',
  visits_undecided: 'Your visits have changed. Please read the list again and choose for each visit.',
  change_is_late: 'The deadline for changes of this visit has passed. Please read the clinic’s policy first.',
  visit_fee_not_accepted:
    'The fees of this kind of visit were not accepted, or have changed. Please read and accept them first.',
  visit_fee_not_due:
    'This visit has no fee to charge: the patient accepted none, did not miss the visit or cancel it late, or the fee was waived.',
  visit_fee_charged:
    'A fee was charged for this visit. Refund it, or write off its invoice, before you change the outcome.',
  visit_fee_charging: 'The fee is being charged. Please read the visit again in a few minutes.',
  storage_full: 'Your clinic’s storage is full. Please remove files that are no longer needed.',
  content_unfinished: 'This cannot be published yet. Please complete the marked fields.',
  content_unchecked: 'This is example content. Please have it reviewed before you publish it.',
  content_status_unfit: 'The status of this content has changed in the meantime. Please review it again.',
  content_category_used:
    'This category still contains content. Please move that content to another category first.',
  content_not_published: 'Patients cannot read this now. Please publish it first.',
  form_signed: 'This form is already signed. Reload the page to see it.',
  form_withdrawn: 'The clinic has withdrawn this form.',
  form_asked_again: 'This form has been requested from the patient again in the meantime.',
  form_files_full: 'This question has as many files as it allows. Remove one to add another.',
  guardian_signs: 'Your guardian signs this form. Your answers are saved and your guardian can see them.',
  lesson_completed: 'The patient has completed this lesson. It can no longer be changed.',
  lesson_assigned_again: 'The patient has been assigned this lesson again in the meantime.',
  lesson_not_seen: 'Please read to the end first.',
  program_unfinished: 'A session has no published content yet. Please publish its content first.',
  program_full: 'A program may have at most 20 sessions.',
  slides_not_offered: 'Importing from Google Slides is not set up here.',
  slides_import_over: 'This import cannot continue. Please start it again.',
  slides_unavailable: 'Google does not respond. Please try again later.',
  calendar_not_offered: 'Connecting this calendar is not set up here.',
  calendar_connection_over: 'This connection cannot continue. Please start it again.',
  calendar_not_allowed:
    'The account did not allow Carefold to see busy times, or has no calendar. Connect again and allow it.',
  calendar_limit: 'You have five calendars. Remove one before you connect another.',
  calendar_unavailable: 'The calendar does not answer. Please try again in a few minutes.',
  lesson_begun: 'These slides were already shown. They stay with the visit.',
  lesson_not_begun: 'Show a slide first.',
  lesson_over: 'This lesson is finished.',
}

/** For characters that Postgres cannot store. */
export const unstorableText = 'This contains a character that cannot be saved. Please enter it again.'
