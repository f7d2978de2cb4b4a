// Text sizes on offer, in per cent.
export const textSizes = [90, 100, 110, 125, 150, 175, 200] as const;
