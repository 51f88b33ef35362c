import type { ClinicRole } from '../permissions.ts'

/** The mails about belonging to a clinic. No health matters: only that there is a clinic and a link. */
const notYou = 'If you did not expect this, you can ignore this mail.'

export const membershipMailTexts = {
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
      `Somebody, probably you, asked to join ${clinic} with this address. You already have an account, so no new one was made.`,
    button: 'Sign in and join',
    notes: [
      'The link works once, for 72 hours. It is personal: it signs you in, so please do not forward it.',
      notYou,
    ],
  },
}
