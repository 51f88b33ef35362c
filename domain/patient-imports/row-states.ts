/** ready: a new patient. similar: perhaps an existing patient, or an earlier row; the admin chooses. no_name: skipped. */
export type RowState = 'ready' | 'similar' | 'no_name'

/** here: added since the dry run. */
export type SkippedReason = 'here' | 'not_allowed' | 'failed'

/** refused: by the operator. taken: the address has an account or an invitation. */
export type NotInvitedReason = 'refused' | 'taken'
