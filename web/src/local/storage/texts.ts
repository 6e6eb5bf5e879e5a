/** The names of the small texts that belong to games on this device. */

/** The game at a real table. */
export const REFEREE = 'ludothek-referee'

/** A match that was requested and is not stored yet. */
export const BEGUN = 'ludothek-begun-'

/** A turn that is tried out and not sent; followed by the match. */
export const DRAFT = 'turn '
