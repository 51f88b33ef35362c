/** What became of a row of a file: in the dry run, and in the import. */

/**
 * ready: it can be imported. problem: something in it must be mended. repeated: an earlier row has the address.
 * here: the clinic has this person already, or has invited them.
 */
export type RowState = 'ready' | 'problem' | 'repeated' | 'here'

/** Why a row was not imported although the dry run let it pass. */
export type SkippedReason = 'here' | 'not_allowed' | 'refused'
