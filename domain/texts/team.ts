/** The clinic's team. Wording where given: docs/specification.md B2.12. */
export const teamTexts = {
  title: 'Team',
  lead: (clinic: string) => `Who works for ${clinic}, and what each of them may do.`,
  accesses: { admin: 'Admin', member: 'Member', 'read-only': 'Read only' },
  accessHints: {
    admin: 'Sees and changes everything, money included.',
    member: 'Works with members and plans; sees no money.',
    'read-only': 'Sees what members see, and changes nothing.',
  },

  invite: {
    title: 'Invite people',
    lead: 'They get an email with a link that works once, for 72 hours.',
    email: 'Email',
    emailOf: (position: number) => `Email ${position}`,
    role: 'Role',
    roleOf: (position: number) => `Role ${position}`,
    another: 'Add another',
    leaveOut: (position: number) => `Leave out address ${position}`,
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
    pending: 'Waits for confirmation',
    failed: 'The team could not be loaded. Please try again.',
  },

  edit: {
    title: (name: string) => `Role of ${name}`,
    lead: 'The new role applies at once, also where they are signed in.',
    invitedLead: 'The invitation stays valid; it now offers this role.',
    save: 'Save role',
    saving: 'Saving...',
    done: 'Role changed',
    doneDetail: (name: string, access: string) => `${name} is now ${access.toLowerCase()}.`,
    failed: 'The role could not be changed. Please try again.',
  },

  remove: {
    title: (name: string) => `Delete ${name} from the team?`,
    titleSeveral: (count: number) => `Delete ${count} people from the team?`,
    consequence: (clinic: string) =>
      `They can no longer open ${clinic}, starting now. What they did stays on record.`,
    invitedConsequence: 'The link in the mail stops working. You can invite this person again.',
    keep: 'Keep',
    confirm: 'Delete',
    done: (name: string) => `${name} was deleted from the team.`,
    doneSeveral: (count: number) => `${count} people were deleted from the team.`,
    failed: 'Failed to remove member. Please try again.',
    someFailed: (names: string) => `Not deleted: ${names}.`,
  },

  owner: {
    title: (name: string) => `Make ${name} the owner?`,
    consequence: (name: string, clinic: string) =>
      `The owner of ${clinic} cannot be deleted or lose the admin role. Afterwards only ${name} can hand the ownership on; you stay an admin.`,
    keep: 'Stay owner',
    confirm: 'Make owner',
    done: (name: string) => `${name} is now the owner.`,
    failed: 'The ownership could not be transferred. Please try again.',
  },
} as const
