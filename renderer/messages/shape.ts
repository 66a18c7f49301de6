type Group<Texts> = { readonly [Key in keyof Texts]: string } & {
  /** Languages with a plural for millions (Italian) add it beside `_one` and `_other`. */
  readonly [many: `${string}_many`]: string;
};

/** The shape that every language fills: each group with each text of the English one. */
export type TextsLike<English> = { readonly [Name in keyof English]: Group<English[Name]> };
