// Fields that many record types share.
export const name = { kind: 'text', needed: true, longest: 100 } as const;
/** The kit switches a record on and off by this field. A record without it is active. */
export const isActive = { kind: 'flag' } as const;
