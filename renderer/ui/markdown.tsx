import { marked, type Token, type Tokens } from 'marked';
import { type ReactNode, useMemo } from 'react';

/** Markdown as elements. No HTML is ever made of it: tags in the text stand there as text, links are not followed. */
export function Markdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => marked.lexer(text, { gfm: true }), [text]);
  return <div className="markdown">{blocks(tokens)}</div>;
}

const blocks = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
    <Block key={i} token={token} />
  ));

/** The lexer's token of a type; its own types say `any` beside the type's name. */
function is<T extends Tokens.Generic>(token: Token, type: string): token is Token & T {
  return token.type === type;
}

function Block({ token }: { readonly token: Token }): ReactNode {
  if (is<Tokens.Heading>(token, 'heading')) {
    const Heading = token.depth === 1 ? 'h2' : 'h3';
    return <Heading>{inline(token.tokens)}</Heading>;
  }
  if (is<Tokens.Paragraph>(token, 'paragraph')) return <p>{inline(token.tokens)}</p>;
  if (is<Tokens.Text>(token, 'text')) return <>{inline(token.tokens ?? [token])}</>;
  if (is<Tokens.List>(token, 'list')) {
    const List = token.ordered ? 'ol' : 'ul';
    return (
      <List>
        {token.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
          <li key={i}>{blocks(item.tokens)}</li>
        ))}
      </List>
    );
  }
  if (is<Tokens.Blockquote>(token, 'blockquote')) return <blockquote>{blocks(token.tokens)}</blockquote>;
  if (is<Tokens.Code>(token, 'code')) return <pre>{token.text}</pre>;
  if (is<Tokens.Table>(token, 'table')) return <Table token={token} />;
  if (token.type === 'hr') return <hr />;
  if (token.type === 'space') return null;
  return <p>{token.raw}</p>;
}

function Table({ token }: { readonly token: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {token.header.map((cell, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
            <th key={i}>{inline(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
          <tr key={i}>
            {row.map((cell, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
              <td key={j}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inline = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes order
    <Inline key={i} token={token} />
  ));

function Inline({ token }: { readonly token: Token }): ReactNode {
  if (is<Tokens.Strong>(token, 'strong')) return <strong>{inline(token.tokens)}</strong>;
  if (is<Tokens.Em>(token, 'em')) return <em>{inline(token.tokens)}</em>;
  if (is<Tokens.Del>(token, 'del')) return <del>{inline(token.tokens)}</del>;
  if (is<Tokens.Codespan>(token, 'codespan')) return <code>{token.text}</code>;
  // Offline, and a guideline is no place to leave the app from: the address is shown, not opened.
  if (is<Tokens.Link>(token, 'link')) return <span title={token.href}>{inline(token.tokens)}</span>;
  if (token.type === 'br') return <br />;
  if (is<Tokens.Text>(token, 'text') && token.tokens !== undefined) return <>{inline(token.tokens)}</>;
  if (is<Tokens.Escape>(token, 'escape')) return token.text;
  return token.raw;
}
