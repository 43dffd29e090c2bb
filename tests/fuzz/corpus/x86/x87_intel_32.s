f: push ebp
fild DWORD PTR [esp+8]
fld TBYTE PTR [esp]
fdivrp st(1), st
fstp QWORD PTR ds:4
add ebx, OFFSET FLAT:_GLOBAL_OFFSET_TABLE_
mov eax, DWORD PTR x@GOT[ebx]
fcomi st, st(1)
call __divdi3
calll memcpy
rep stosd dword ptr es:[edi], eax
retl
x: .long 1
