# Writes the reductions of reduce.c, each in its eight ways, to reduce/ of the present folder. Sourced by the scripts that
# rebuild the programs of a notation, with
#   shown    the folder's name in the command line that the header of a program shows
#   ending   of the files
#   compile_reduction   a function: writes the assembler text for the definitions given (-DNAME=VALUE) to standard output
ways="memory register 2x1 2x2 2x1a 10x10 calls length"

tell() { # way
  case $1 in
    memory) echo "the result so far in memory" ;;
    register) echo "the result so far in a register" ;;
    2x1) echo "two elements a step" ;;
    2x2) echo "two elements a step into two results" ;;
    2x1a) echo "two elements a step, reassociated" ;;
    calls) echo "length and elements by calls" ;;
    length) echo "elements by calls" ;;
    10x10) echo "ten elements a step into ten results" ;;
  esac
}

reduce() { # name, title, type, operation, start, first, second, expected
  number=0
  for way in $ways; do
    file=reduce/$1_$way$ending
    {
      echo "# $2 of 4000 elements: $(tell "$way")"
      echo "#"
      echo "# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's"
      echo "# Perspective, chapter 5. The exit code is 0 when the result is right."
      echo "#"
      echo "#   stallscope run programs/$shown/$file -m mips-5 --stats"
      compile_reduction -DTYPE="$3" -DOP="$4" -DWAY=$number -DSTART="$5" -DFIRST="$6" -DSECOND="$7" -DEXPECTED="$8"
    } > "$file"
    number=$((number + 1))
  done
}

mkdir -p reduce
# Of 4000 elements 400 are the first number, 400 the second, and 3200 are 1: 3200 + 400 * (2 + 5) = 6000,
# 3200 + 400 * 2.5 = 4200, (-1)^800 = 1, (2 * 0.5)^400 = 1.
reduce sum_int "Sum of integers" long + 0 2 5 6000
reduce product_int "Product of integers" long '*' 1 -1 -1 1
reduce sum_double "Sum of doubles" double + 0 2 0.5 4200
reduce product_double "Product of doubles" double '*' 1 2 0.5 1
