import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from 'i18next';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { namedDatasets } from '#shared/text/view-sql.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import type { StatementProblem } from '../../lib/query/statement-problem.ts';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-strong)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--warning)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--danger-strong)' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--accent)' },
]);

interface SqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: StatementProblem | null;
  /** Id of the element that describes the problem. */
  readonly describedBy: string;
  /** What the service has, for completion. */
  readonly namespaces: readonly NamespaceSummary[];
}

/** An editor of SQL. Ctrl+Space completes; Tab leaves it, unless a completion is chosen. */
export function SqlEditor({ value, onChange, problem, describedBy, namespaces }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const known = useRef(namespaces);
  known.current = namespaces;
  const label = t('sql.editor');
  const report = useEffectEvent((text: string) => text !== value && onChange(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its text, and is made once.
  useEffect(() => {
    const language = sql({ dialect: PostgreSQL, upperCaseKeywords: true });
    const editor = new EditorView({
      parent: place.current ?? document.body,
      doc: value,
      extensions: [
        EditorView.cspNonce.of(cspNonce),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        language,
        language.language.data.of({ autocomplete: completionSource(() => known.current) }),
        autocompletion({ icons: false }),
        syntaxHighlighting(colours),
        keymap.of([
          { key: 'Tab', run: acceptCompletion },
          // Its own handler is that of the console around it.
          { key: 'Mod-Enter', run: (editor) => closeCompletion(editor) && false },
          ...completionKeymap,
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && report(state.doc.toString())),
      ],
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);
  // The text may be replaced from outside, for instance from the history.
  useEffect(() => {
    const editor = view.current;
    const text = editor?.state.doc.toString() ?? '';
    if (editor !== null && text !== value) editor.dispatch({ changes: { from: 0, to: text.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const found =
      problem?.place == null
        ? []
        : [{ ...rangeAt(editor.state.doc, problem.place), severity: 'error', message: problem.text } as const];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [problem]);
  return <div ref={place} style={{ height: '100%', minHeight: 0 }} data-field="sql-editor" />;
}

/** The name, word or sign at a place; the last character if the place is the end. */
function rangeAt(text: Text, { line, column }: NonNullable<StatementProblem['place']>): { from: number; to: number } {
  const { from, to, text: content } = text.line(Math.min(Math.max(1, line), text.lines));
  // Places count characters, not UTF-16 units.
  const before = [...content].slice(0, column - 1).join('').length;
  const length = /^(?:"[^"]*"|\w+|.)/u.exec(content.slice(before))?.[0].length ?? 0;
  if (length === 0) return { from: Math.max(0, to - 1), to };
  return { from: from + before, to: from + before + length };
}

/** Functions that are often needed; the service knows more. */
const functions =
  'abs avg bool_and bool_or bit_count ceil coalesce concat contains corr count count_if covar_samp date_diff date_part date_trunc dayname dense_rank ends_with exp extract first first_value floor format greatest ifnull lag last last_value lead least left length list list_aggregate ln log lower lpad ltrim make_date max md5 median min mode month monthname nullif ntile percent_rank power product quantile_cont quantile_disc quarter rank regexp_extract regexp_matches regexp_replace regr_slope repeat replace reverse right round row_number rpad rtrim sign sqrt starts_with stddev_samp strftime string_agg string_split strptime substring sum trim trunc try_cast upper var_samp weekday year'.split(
    ' ',
  );

const functionOptions = functions.map((name): Completion => ({ label: name, type: 'function', apply: `${name}(` }));

/**
 * What can be completed at a place: datasets, the columns of those that the statement names, and functions.
 * @param namespaces what the service has; read when it is needed
 */
export function completionSource(namespaces: () => readonly NamespaceSummary[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const quoted = isInName(state.sliceDoc(0, pos)) ? context.matchBefore(/[^"]*/) : null;
    const before = quoted ?? context.matchBefore(/\w+/);
    if (before === null && !explicit) return null;
    // The quote before a name that was begun stays.
    const applied = (name: string) => (quoted === null ? quoteIdentifier(name) : quoteIdentifier(name).slice(1));
    const plain = (name: string) => (quoted === null && /^[A-Za-z_]\w*$/.test(name) ? name : applied(name));
    const named = namedDatasets(state.doc.toString());
    const datasets = namespaces().flatMap(({ slug, datasets }) =>
      datasets.map((dataset) => ({ name: `${slug}/${dataset.slug}`, dataset })),
    );
    const datasetOptions = datasets.map(
      ({ name, dataset: { label } }): Completion => ({
        label: name,
        detail: label,
        type: 'class',
        apply: applied(name),
      }),
    );
    const columns = datasets.filter(({ name }) => named.has(name)).flatMap(({ dataset }) => dataset.columns);
    const columnOptions = columns.map(
      ({ name, label }): Completion => ({
        label: name,
        type: 'property',
        boost: 1,
        apply: plain(name),
        ...(label !== name && { detail: label }),
      }),
    );
    const options = [...columnOptions, ...datasetOptions, ...(quoted === null ? functionOptions : [])];
    const unique = [...new Map(options.map((option) => [option.label, option])).values()];
    return { from: before?.from ?? pos, options: unique, validFor: quoted === null ? /^\w*$/ : /^[^"]*$/ };
  };
}

/** Whether a name in double quotes is not closed at the end of a text. */
function isInName(text: string): boolean {
  const plain = text.replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, '');
  return (plain.split('"').length - 1) % 2 === 1;
}
