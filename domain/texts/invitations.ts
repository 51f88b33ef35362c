import type { ClinicRole } from '../permissions.ts'

/** Wording: docs/specification.md B2.11, B5 and B8. */
export const invitationTexts = {
  dialog: {
    open: 'Invite Members',
    openPatient: 'Invite patient',
    openTeam: 'To your team',
    title: 'Invite Members',
    titlePatient: 'Invite a patient',
    lead: 'The invited person gets an email with a link that works once, for 72 hours.',
    email: 'Email',
    name: 'Name',
    role: 'Role',
    roles: {
      patient: 'Patient',
      staff: 'Staff',
      'read-only': 'Read only',
      billing: 'Billing',
      admin: 'Admin',
    },
    patientHint: 'Books visits, writes messages and reads lessons. Sees no other patient.',
    submit: 'Send invitation',
    busy: 'Sending...',
    sent: (email: string) => `Successfully sent invitation to ${email}.`,
    earlierLinkEnded: 'The link in the earlier email no longer works.',
    failed: 'Failed to send invitation. Please try again.',
    unknown: 'Unknown error sending invitations',
    noClinic: 'Clinic context not found. Cannot send invite.',
  },

  uninvited: {
    count: (count: number) =>
      count === 1 ? '1 person is not invited yet.' : `${count} people are not invited yet.`,
    shared: (count: number) =>
      `${count} share an address with another patient. Open the one who gets the account, and invite that patient.`,
    invite: 'Invite them',
    title: (count: number) => (count === 1 ? 'Invite 1 person?' : `Invite ${count} people?`),
    consequence: (count: number) =>
      count === 1
        ? 'The patient is emailed an invitation in your clinic’s name. The link works for 72 hours.'
        : `Each of the ${count} is emailed an invitation in your clinic’s name. The link works for 72 hours.`,
    cancel: 'Not now',
    busy: 'Starting...',
    failed: 'The invitations could not be started. Please try again.',
    sending: (left: number) => `The invitations are being sent: ${left} to go. You can leave this page.`,
    sent: (count: number) => (count === 1 ? '1 person is invited.' : `${count} people are invited.`),
  },

  expired: {
    resend: (count: number) =>
      count === 1 ? 'Resend 1 expired invitation' : `Resend ${count} expired invitations`,
    title: (count: number) =>
      count === 1 ? 'Resend 1 expired invitation?' : `Resend ${count} expired invitations?`,
    consequence: (count: number) =>
      count === 1
        ? 'The person is emailed a new link, which works for 72 hours.'
        : `Each of the ${count} is emailed a new link, which works for 72 hours.`,
    busy: (sent: number, count: number) => `Sending ${sent} of ${count}...`,
    sent: (count: number) => (count === 1 ? '1 invitation was sent.' : `${count} invitations were sent.`),
    gone: (count: number) =>
      count === 1 ? '1 was accepted or revoked meanwhile.' : `${count} were accepted or revoked meanwhile.`,
    left: (count: number) =>
      `${count} could not be sent now. Please try again in some minutes; those that were sent are not sent twice.`,
  },

  validation: {
    email: 'Please enter a valid email address.',
    role: 'Please select a role.',
    name: 'The name may have at most 200 characters.',
  },
} as const

/** These mails reveal nothing about health: only the clinic and a link. */
const notYou = 'If you did not expect this, ignore this email.'

export const invitationMailTexts = {
  invitation: {
    subject: (clinic: string) => `${clinic} invites you`,
    heading: (clinic: string) => `Your invitation to ${clinic}`,
    greeting: (name: string) => `Hello ${name},`,
    lead: (clinic: string, role: ClinicRole) =>
      role === 'patient'
        ? `${clinic} has invited you to its patient hub.`
        : `${clinic} has invited you to its team${role === 'admin' ? ' as an admin' : ''}.`,
    button: 'Open the invitation',
    notes: [
      'The link works once, for 72 hours. It is personal: it signs you in, so please do not forward it.',
      notYou,
    ],
  },

  signInToJoin: {
    subject: (clinic: string) => `Sign in to join ${clinic}`,
    heading: (clinic: string) => `Sign in to join ${clinic}`,
    lead: (clinic: string) =>
      `We received a request, probably from you, to join ${clinic} with this address. You already have an account, so no new account was created.`,
    button: 'Sign in and join',
    notes: [
      'The link works once, for 72 hours. It is personal: it signs you in, so please do not forward it.',
      notYou,
    ],
  },
}
