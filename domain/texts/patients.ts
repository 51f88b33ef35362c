/** "New patient", "Edit details" and "Invite to the portal". */
export const patientTexts = {
  open: 'New patient',
  title: 'New patient',
  lead: 'You can book visits for this patient at once. Adding the patient sends no email.',
  /** before the form is closed with entered text */
  unsaved: 'The patient has not been added yet.',
  name: 'Name',
  dateOfBirth: 'Date of birth',
  phone: 'Phone',
  email: 'Email',
  emailHint:
    'For emails about visits. They are not sent while another patient’s record has the same address.',
  mayText: 'The patient agreed to texts about visits',
  mayTextHint: 'Ask first, in person or by phone. Your name is stored with the answer. STOP ends texts.',
  /** stored in the consent ledger */
  textConsent: {
    version: 'desk-2026-11',
    given: 'The patient agreed to texts about visits, in person or by phone, as recorded by the team.',
    withdrawn: 'The patient no longer agrees to texts about visits, as recorded by the team.',
  },
  submit: 'Add patient',
  busy: 'Adding...',
  added: (name: string) => `${name} was added.`,
  failed: 'The patient could not be added. Please try again.',
  similar: {
    title: (count: number) =>
      count === 1 ? 'Is it this patient of your clinic?' : 'Is it one of these patients of your clinic?',
    /** followed by the date */
    born: 'born',
    hasAccount: 'has an account',
    choose: 'Choose',
    chooseNamed: (name: string) => `Choose ${name}`,
    submit: 'No, add a new patient',
  },
  edit: {
    open: 'Edit details',
    title: 'Edit details',
    lead: 'The patient has no account, so your clinic maintains these details.',
    submit: 'Save',
    busy: 'Saving...',
    done: 'The details were saved.',
    notLoaded: 'The details could not be loaded',
    failed: 'The details could not be saved. Please try again.',
  },
  invite: {
    open: 'Invite to the portal',
    title: (name: string) => `Invite ${name} to the portal`,
    lead: 'The patient gets an email with a link that works once, for 72 hours. The link opens this patient’s record, so the address must be the patient’s own.',
  },
  /** under a search without a result */
  addNamed: (name: string) => `Add “${name}” as a new patient`,
  validation: {
    nameMissing: 'Please enter the name.',
    nameTooLong: 'The name may have at most 200 characters.',
    email: 'Please enter a valid email address.',
    phoneForTexts: 'Please enter the number for texts.',
  },
} as const

/** The page behind the link in an email to an address that a clinic entered, or of a message to many. */
export const stopEmailsTexts = {
  title: 'Stop emails',
  lead: (clinic: string) =>
    `${clinic} will no longer email this address about visits of patients without an account.`,
  /** of a message to many, by its purpose */
  unsubscribe: {
    care: (clinic: string) =>
      `${clinic} will no longer email you about your care and your account. Receipts and messages about the security of your account are always sent. You can turn emails on again in your profile.`,
    marketing: (clinic: string) =>
      `${clinic} will no longer write to you about services and offers. Other messages continue.`,
  },
  submit: 'Stop these emails',
  busy: 'Stopping...',
  doneTitle: 'The emails are stopped',
  done: (clinic: string) => `${clinic} sends no more of these emails to this address.`,
  doneToYou: (clinic: string) => `${clinic} sends you no more of these emails.`,
  failed: 'The emails could not be stopped. Please try again.',
  invalidTitle: 'This link is incomplete',
  invalid: 'Open the link in the email again, or copy it as a whole.',
  aClinic: 'The clinic',
} as const
