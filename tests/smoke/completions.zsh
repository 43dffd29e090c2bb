#!/usr/bin/env -S zsh -f
# completions.zsh PROGRAM: an interactive zsh is given lines and Tab; what it then offers or writes must hold a word.
# Exit code 77: skipped, as zsh has no pseudo-terminals here.
zmodload zsh/zpty || exit 77
program=${1:a}
folder=$(mktemp -d)
trap 'zpty -d shell 2>/dev/null; rm -rf $folder' EXIT
path=(${program:h} $path) # the completion asks the program for names
$program manual zsh >$folder/_stallscope || exit 1
print x >$folder/mine.toml
cd $folder
zpty shell 'zsh -f -i'
# All that the shell writes until $1 comes.
wait_for() {
  zpty -r -m shell shown "*$1*" || { print -u2 "zsh has ended: $shown"; exit 1 }
}
zpty -w shell "stty -echo cols 200 rows 100; fpath=($folder \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell "setopt no_auto_menu no_list_beep; zstyle ':completion:*' verbose no; PS1=READY-%j-"
wait_for READY-0- # the line editor listens
failed=0
# offers LINE WORD...: Tab behind LINE brings each WORD. Then the line is emptied (^U) and a mark printed.
offers() {
  zpty -w -n shell "$1"$'\t\t\C-U'
  zpty -w shell 'print DONE-$((1 + 2))'
  wait_for DONE-3
  local before=$shown
  wait_for READY-0-
  shown=$before
  for word in ${@:2}; do
    [[ $shown == *$word* ]] || { print -u2 "'$1' and Tab do not bring '$word', but: $shown"; failed=1 }
  done
}
offers 'stallscope ' run explain schedule sweep convert diff manual
offers 'stallscope wha' whatif
offers 'stallscope run --align' --align-instructions
offers 'stallscope run lecture/p4 --format ' kanata perfetto html
offers 'stallscope run lecture/p4 -m lecture-' lecture-4 lecture-4-shared
offers 'stallscope run lecture/p4_' lecture/p4_swapped
offers 'stallscope run lecture/p4 -m ./mi' ./mine.toml
offers 'stallscope run lecture/p4 -m ibex-small --set unit.' unit.core.
offers 'stallscope run lecture/p4 -m ibex-small --set branch.to_next=' redirect go_on
offers 'stallscope convert a b --to ' kanata o3 perfetto
offers 'stallscope sweep mi' mine.toml
offers 'stallscope manual ' bash zsh
exit $failed
