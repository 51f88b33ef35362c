/** Wording: docs/specification.md B2.12. */
export const teamTexts = {
  title: 'Team',
  lead: (clinic: string) => `The team of ${clinic}, with roles and permissions.`,
  accesses: { admin: 'Admin', member: 'Staff', 'read-only': 'Read only', billing: 'Billing' },
  accessHints: {
    admin: 'Sees and changes everything, including money.',
    member:
      'Runs the front desk: patients, visits, messages, lessons. No revenue, refunds or payouts without a permission.',
    'read-only': 'Sees the same as staff, but cannot change anything.',
    billing:
      'Sees and collects payments, with the names and plans of patients. No visits, messages or health data.',
  },
  permissionSets: { team: 'Team', billing: 'Billing', settings: 'Settings', money: 'Money' },
  permissionSetHints: {
    team: 'Invites team members, changes their roles and revokes invitations. Only admins manage admins.',
    billing: 'Manages the clinic’s Carefold plan, card and invoices.',
    settings: 'Edits the clinic’s profile, hours and scheduling.',
    money: 'Sees payments and statements, and refunds or collects payments.',
  },

  invite: {
    title: 'Invite team members',
    lead: 'Each one gets an email with a link that works once, for 72 hours.',
    email: 'Email',
    emailOf: (position: number) => `Email ${position}`,
    role: 'Role',
    roleOf: (position: number) => `Role ${position}`,
    another: 'Add another',
    leaveOut: (position: number) => `Remove address ${position}`,
    submit: 'Send invites',
    busy: 'Sending...',
    sentSeveral: (count: number) => `Successfully sent ${count} invitations.`,
    someFailed: (count: number) =>
      count === 1 ? 'One invitation was not sent.' : `${count} invitations were not sent.`,
    twice: 'This address is already in the list.',
  },

  list: {
    label: 'Team members',
    columns: { select: 'Select', name: 'Name', role: 'Role', actions: 'Actions' },
    selectAll: 'Select all',
    select: (name: string) => `Select ${name}`,
    selected: (count: number) => `${count} selected`,
    clear: 'Clear selection',
    deleteSelected: (count: number) => (count === 1 ? 'Delete 1' : `Delete ${count}`),
    edit: 'Edit',
    editOf: (name: string) => `Edit the role of ${name}`,
    remove: 'Delete',
    removeOf: (name: string) => `Delete ${name} from the team`,
    resend: 'Resend Invitation',
    resendTo: (name: string) => `Resend Invitation to ${name}`,
    makeOwner: 'Make owner',
    makeOwnerOf: (name: string) => `Make owner: ${name}`,
    invited: (date: string) => `Invited, valid until ${date}`,
    expired: 'Invitation has expired',
    deactivated: 'Deactivated',
    pending: 'Waiting for confirmation',
    failed: 'The team could not be loaded. Please try again.',
  },

  edit: {
    title: (name: string) => `Role of ${name}`,
    lead: 'The new role applies at once, even if the person is signed in.',
    invitedLead: 'The invitation stays valid, with the new role.',
    save: 'Save role',
    saving: 'Saving...',
    done: 'Role changed',
    doneDetail: (name: string, access: string) => `${name} is now ${access.toLowerCase()}.`,
    failed: 'The role could not be changed. Please try again.',
  },

  permissions: {
    open: 'Permissions',
    openFor: (name: string) => `Permissions of ${name}`,
    title: (name: string) => `Permissions of ${name}`,
    lead: 'Choose what this person may do in addition to their role. Each permission is off until you grant it. A change applies as soon as it is saved.',
    readOnly:
      'This person is read only, so only “Money” has an effect. Give another role for the other permissions.',
    readOnlyMoney: 'Sees payments and statements, without refunds or collecting.',
    label: 'Permissions',
    granted: (sets: readonly string[]) => `Also: ${sets.join(', ')}`,
    save: 'Save permissions',
    saving: 'Saving...',
    done: (name: string) => `Permissions of ${name} saved`,
    failed: 'The permissions could not be changed. Please try again.',
  },

  remove: {
    title: (name: string) => `Delete ${name} from the team?`,
    titleSeveral: (count: number) => `Delete ${count} people from the team?`,
    consequence: (clinic: string) =>
      `They can no longer open ${clinic}, starting now. Their activity stays in the log.`,
    invitedConsequence: 'The link in the email stops working. You can invite this person again.',
    keep: 'Keep',
    confirm: 'Delete',
    done: (name: string) => `${name} was deleted from the team.`,
    doneSeveral: (count: number) => `${count} people were deleted from the team.`,
    failed: 'Failed to remove member. Please try again.',
    doneNone: 'No one was deleted',
    someFailed: (names: string) => `Not deleted: ${names}.`,
    someAhead: (names: string) =>
      `With visits ahead: ${names}. Delete one person at a time to decide about the visits.`,
  },

  owner: {
    title: (name: string) => `Make ${name} the owner?`,
    consequence: (name: string, clinic: string) =>
      `The owner of ${clinic} cannot be deleted or lose the admin role. Afterwards, only ${name} can transfer the ownership; you stay an admin.`,
    keep: 'Stay owner',
    confirm: 'Make owner',
    done: (name: string) => `${name} is now the owner.`,
    failed: 'The ownership could not be transferred. Please try again.',
  },
} as const
